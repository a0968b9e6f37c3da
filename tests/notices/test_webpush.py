"""Messages as RFC 8291 has them, and the site's signature."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from compendium.notices import webpush
from tests.notices.conftest import Browser


def test_the_example_of_the_rfc() -> None:
    """RFC 8291, appendix A."""
    to = webpush.keys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    body = webpush.encrypt(
        b"When I grow up, I want to be a watermelon",
        to,
        salt=webpush.unbase64("DGv6ra1nlYgDCS1FRnbzlw"),
        key=webpush.private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert webpush.base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_reads_it() -> None:
    browser = Browser()
    keys = browser.subscription("")["keys"]
    body = webpush.encrypt("żółw".encode(), webpush.keys(**keys))
    assert browser.read(body).decode() == "żółw"
    assert webpush.encrypt(b"same", webpush.keys(**keys)) != webpush.encrypt(b"same", webpush.keys(**keys))


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("A" * 87, "A" * 22),
        ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "AAAA"),
        ("BCVxsr7N\n", "BTBZMqHH6r4Tts7J_aSIgg"),
        ("ż", "BTBZMqHH6r4Tts7J_aSIgg"),
    ],
)
def test_what_are_no_keys(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (of whatever is wrong with it)
        webpush.keys(p256dh, auth)


def test_the_signature_is_the_sites() -> None:
    """RFC 8292: for one push service, half a day, with whom to write to."""
    text = webpush.new_key()
    key = webpush.private(text)
    header = webpush.authorization("https://push.example.net/abc?d", key, "mailto:me@example.org", 1_000)
    scheme, token, shown = header.replace(", ", " ").split(" ")
    assert (scheme, shown) == ("vapid", f"k={webpush.base64url(webpush.public(key))}")
    head, claims, signature = token.removeprefix("t=").split(".")
    assert json.loads(webpush.unbase64(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(webpush.unbase64(claims)) == {
        "aud": "https://push.example.net",
        "exp": 1_000 + 43_200,
        "sub": "mailto:me@example.org",
    }
    raw = webpush.unbase64(signature)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.public_key().verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert webpush.public(webpush.private(text)) == webpush.public(key), "the same after a restart"
