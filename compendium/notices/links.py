"""Signed links: whoever has one may do the one thing it is for, without being known here."""

from __future__ import annotations

from hashlib import sha256

from django.core import signing

from .digest import address
from .models import Mailbox

CONFIRM, STOP = "compendium.notices.confirm", "compendium.notices.stop"
CONFIRM_WITHIN = 3 * 86_400
"""Seconds in which an address can be confirmed; a link to stop is good for ever."""


def confirm(mailbox: Mailbox) -> str:
    """The link that confirms an address."""
    return address(f"/notices/confirm/{_sign(mailbox, CONFIRM)}")


def stop(mailbox: Mailbox) -> str:
    """The link that ends all e-mail to an address and deletes it."""
    return address(f"/notices/stop/{_sign(mailbox, STOP)}")


def to_confirm(signed: str) -> Mailbox | None:
    """Whose address a link confirms; None for one that is too old, not ours, or of another address."""
    try:
        return _find(signed, CONFIRM, CONFIRM_WITHIN)
    except signing.BadSignature:
        return None


def to_stop(signed: str) -> Mailbox | None:
    """Whose address a link deletes; None where it is gone. Raises ``BadSignature`` for half a link."""
    return _find(signed, STOP, None)


def _sign(mailbox: Mailbox, what: str) -> str:
    return signing.dumps([mailbox.pk, _digest(mailbox.address)], salt=what)


def _find(signed: str, what: str, within: int | None) -> Mailbox | None:
    pk, digest = signing.loads(signed, salt=what, max_age=within)
    mailbox = Mailbox.objects.filter(pk=pk).first()
    return mailbox if mailbox is not None and _digest(mailbox.address) == digest else None


def _digest(address: str) -> str:
    """Links come to be in logs, where no address is to be read."""
    return sha256(address.encode()).hexdigest()[:16]
