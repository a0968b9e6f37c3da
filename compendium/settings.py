"""Django settings; what differs from one site to another comes from the environment: setup/environment.py."""

import os
from typing import Any

from csp.constants import NONE, SELF

from compendium.setup import environment
from compendium.setup.frontend import dist_folder

env = environment.read(os.environ)

DEBUG = env.debug
SECRET_KEY = env.secret
ALLOWED_HOSTS = env.hosts
DATABASES = {"default": env.database}
BOT_PACE = env.pace  # multiplies the time bots take to think
DATA_FOLDER = env.data
SEVERAL_PROCESSES = env.redis is not None  # may serve one site
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
    "compendium.testing",
    "compendium.accounts",
    "compendium.tables",
    "compendium.lobby",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
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
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
if env.https:  # a proxy in front speaks TLS and says so
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 3600
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"one_line": {"()": "compendium.lobby.hosts.OneLine"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "compendium": {"level": "INFO"},
        "django.request": {"level": "ERROR"},  # a page that is not found is no news
        "django.security.DisallowedHost": {"filters": ["one_line"]},
    },
}
