"""Django settings; what differs from one site to another comes from the environment: setup/environment.py."""

import os
from typing import Any

from compendium.operating import headers, logs
from compendium.setup import environment
from compendium.setup.frontend import dist_folder

env = environment.read(os.environ)

DEBUG = env.debug
SECRET_KEY = env.secret
ALLOWED_HOSTS = env.hosts
DATABASES = {"default": env.database}
BOT_PACE = env.pace  # multiplies the time bots take to think
AWAY_AFTER, SIT_IN_AFTER, EMPTY_AFTER = env.away, env.sit_in, env.empty  # ms without a person's sign of life
CLOSE_AFTER, UNSTARTED_CLOSE_AFTER = env.close, env.unstarted_close  # ms without anybody
DATA_FOLDER = env.data
REDIS_URL = env.redis
LINE = env.line  # how frames come and go: setup/server.py
SEVERAL_PROCESSES = env.redis is not None  # may serve one site
METRICS = env.metrics  # "loopback", "off", or the token that reads them
PROXIES = env.proxies  # believed when they say whom they speak for
PUBLIC_URL = env.outgoing.public_url  # in what the site sends
EMAIL_NOTICES = bool(env.outgoing.email)
globals().update(env.outgoing.email)
VAPID_KEY, PUSH_CONTACT = env.outgoing.push_key, env.outgoing.push_contact
PUSH_NOTICES = bool(VAPID_KEY)
TRUSTED_PUSH_SERVICES: frozenset[str] = frozenset()  # tests run one on this machine
FRONTEND_DIST = dist_folder()

INSTALLED_APPS = [
    "channels",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_vite",
    "ninja",
    "compendium.setup",
    "compendium.operating",
    "compendium.testing",
    "compendium.accounts",
    "compendium.tables",
    "compendium.lobby",
    "compendium.notices",
]

MIDDLEWARE = [
    "compendium.operating.headers.Headers",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]

ROOT_URLCONF = "compendium.urls"
ASGI_APPLICATION = "compendium.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "compendium.accounts.context.me",
            ]
        },
    }
]

# One hint per append travels over it; the log and the polled heads heal what it loses.
CHANNEL_LAYERS: dict[str, dict[str, Any]]
if env.redis:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # Without a socket_timeout of None an idle subscription dies after some seconds.
            "CONFIG": {"hosts": [{"address": env.redis, "socket_timeout": None}]},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# WhiteNoise serves the files where they lie; nothing is collected, and Vite has named its own by content.
STATIC_URL = "/static/"
STATICFILES_DIRS = [FRONTEND_DIST]
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/"
DJANGO_VITE = {"default": {"dev_mode": False, "manifest_path": FRONTEND_DIST / ".vite" / "manifest.json"}}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
USE_TZ = True
TIME_ZONE = "UTC"

# Guests live in their session: a year without a visit, then they are forgotten.
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = headers.ALWAYS["X-Frame-Options"]
SECURE_REFERRER_POLICY = headers.ALWAYS["Referrer-Policy"]
SECURE_CROSS_ORIGIN_OPENER_POLICY = headers.ALWAYS["Cross-Origin-Opener-Policy"]
CONTENT_SECURITY_POLICY = {"DIRECTIVES": headers.POLICY}
if env.https:  # a proxy in front speaks TLS and says so
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
# Promises for all of a domain, and for ever, are its owner's: in the proxy, if at all.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = logs.configuration(env.log, env.log_level)
