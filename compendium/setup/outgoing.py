"""What a site sends: notices by e-mail and by web push. Off unless it is told how, and its own address."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from compendium.setup import secret

EMAIL_EXAMPLE = "smtp://user:password@host:587"
FILE = "push-key"
PATIENCE = 20
"""Seconds for each answer of a mail server."""
LOCAL = ("localhost", "127.0.0.1", "::1")
ADDRESS = re.compile(r"[^@\s<>]+@[^@\s<>]+\Z")


@dataclass(frozen=True)
class Outgoing:
    """`public_url` without a slash at its end. `email` is empty, or Django's settings for it; `push_key` is
    empty, or the private key of web push; `push_contact` is whom push services may write to.
    """

    public_url: str
    email: dict[str, Any]
    push_key: str
    push_contact: str


def read(variables: Mapping[str, str], data: Path, push: bool) -> Outgoing:
    """`push`: whether to push where it is possible. Raises ImproperlyConfigured."""
    url = _public_url(variables.get("COMPENDIUM_PUBLIC_URL", "").strip())
    email = _email(variables, url)
    given = variables.get("COMPENDIUM_VAPID_KEY", "").strip()
    key = _key(given, data) if given or (url and push) else ""
    address = parseaddr(email.get("DEFAULT_FROM_EMAIL", ""))[1]
    return Outgoing(url, email, key if url and push else "", f"mailto:{address}" if address else url)


def _public_url(text: str) -> str:
    if text and not _is_site(text):
        raise ImproperlyConfigured(
            f"COMPENDIUM_PUBLIC_URL must be the site's address, like https://cards.example.org, not {text!r}."
        )
    return text.rstrip("/")


def _is_site(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    local = parts.scheme == "http" and parts.hostname in LOCAL
    bare = parts.username is None and not (parts.query or parts.fragment) and parts.path in ("", "/")
    return (parts.scheme == "https" or local) and bool(parts.hostname) and port != 0 and bare


def _email(variables: Mapping[str, str], public_url: str) -> dict[str, Any]:
    url, sender = (variables.get(f"COMPENDIUM_EMAIL_{name}", "").strip() for name in ("URL", "FROM"))
    if (url or sender) and not ADDRESS.match(parseaddr(sender)[1]):
        raise ImproperlyConfigured(
            "COMPENDIUM_EMAIL_FROM must be the sender's address, like Cards <cards@example.org>."
        )
    if not url:
        return {}
    if not public_url:
        raise ImproperlyConfigured("COMPENDIUM_EMAIL_URL needs COMPENDIUM_PUBLIC_URL, for the links in it.")
    return {"DEFAULT_FROM_EMAIL": sender, "EMAIL_TIMEOUT": PATIENCE, **_server(url)}


def _server(url: str) -> dict[str, Any]:
    """A URL may hold a password, so no message repeats any of it."""
    wrong = ImproperlyConfigured(f"COMPENDIUM_EMAIL_URL must look like {EMAIL_EXAMPLE}, or smtps:// for TLS.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise wrong from None
    backends = "django.core.mail.backends"
    if parts.scheme == "file" and parts.path:
        return {"EMAIL_BACKEND": f"{backends}.filebased.EmailBackend", "EMAIL_FILE_PATH": unquote(parts.path)}
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        raise wrong
    tls, local = parts.scheme == "smtps", parts.hostname in LOCAL
    return {
        "EMAIL_BACKEND": f"{backends}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (465 if tls else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": tls,
        "EMAIL_USE_TLS": not tls and not local,  # a mail server of this machine needs none
    }


def _key(given: str, data: Path) -> str:
    from compendium.notices import webpush  # takes its time to import

    key = given or secret.kept(data / FILE, webpush.new_key, "COMPENDIUM_VAPID_KEY")
    try:
        webpush.private(key)
    except ValueError:
        place = "COMPENDIUM_VAPID_KEY" if given else f"{data / FILE}"
        raise ImproperlyConfigured(f"{place} must be a private key of web push: 43 letters.") from None
    return key
