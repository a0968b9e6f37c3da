"""The e-mails: one that asks whether an address wants notices, and the digest."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

from . import links
from .digest import Digest, address
from .models import Mailbox

AUTOMATIC = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}


def question(mailbox: Mailbox) -> EmailMessage:
    """Asks whoever reads an address whether they want notices there."""
    text = _(
        "Somebody, you we hope, wants to be told at this address when it is their turn at a table by days."
        "\n\n"
        "If it was you, open this link within three days:\n%(link)s\n\n"
        "If not, do nothing: you will hear no more of us.\n\n%(site)s\n"
    )
    said = text % {"link": links.confirm(mailbox), "site": address("/")}
    return EmailMessage(_("Notices from Compendium?"), said, to=[mailbox.address], headers=AUTOMATIC)


def digest(mailbox: Mailbox, digest: Digest) -> EmailMessage:
    """Says at which tables it is the reader's turn. Its id is the same if it must be sent again."""
    tables = "\n\n".join(
        "\n".join(filter(None, (line.text, line.left and _("%(time)s left") % {"time": line.left}, line.url)))
        for line in digest.lines
    )
    stop = links.stop(mailbox)
    text = _(
        "It is your turn:\n\n%(tables)s\n\nAll your tables: %(site)s\n\n-- \nYou asked for this on %(me)s.\n"
        "No more of it: %(stop)s\n"
    )
    said = text % {"tables": tables, "site": address("/"), "me": address("/me"), "stop": stop}
    headers = {
        **AUTOMATIC,
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Message-ID": _id(mailbox, digest),
    }
    return EmailMessage(digest.title, said, to=[mailbox.address], headers=headers)


def _id(mailbox: Mailbox, digest: Digest) -> str:
    what = hashlib.sha256(f"{mailbox.pk} {sorted(digest.told.items())}".encode()).hexdigest()[:24]
    return f"<{what}@{urlsplit(settings.PUBLIC_URL).hostname}>"
