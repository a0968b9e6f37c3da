"""Web push as it is on the wire: a message encrypted for one browser (RFC 8291), and the site's signature by
which push services know it again (VAPID, RFC 8292).
"""

from __future__ import annotations

import base64
import json
import os
import struct
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
POINT, AUTH, NUMBER = 65, 16, 32
"""Bytes of a public key, of a browser's secret, and of a private key."""
RECORD = 4096
"""Bytes of a record; a message is one."""
SIGNED_FOR = 12 * 3600
"""Seconds for which a signature is good; a day is allowed."""


class Keys(NamedTuple):
    """A browser's public key and its secret."""

    p256dh: bytes
    auth: bytes


def keys(p256dh: str, auth: str) -> Keys:
    """A browser's keys, from base64url. Raises ValueError for what cannot be any."""
    found = Keys(unbase64(p256dh), unbase64(auth))
    if len(found.p256dh) != POINT or len(found.auth) != AUTH:
        raise ValueError("no keys")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.p256dh)
    return found


def encrypt(
    text: bytes, to: Keys, salt: bytes | None = None, key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """A body in the content coding ``aes128gcm``; a test gives salt and key, else they are new."""
    salt, key = salt or os.urandom(16), key or ec.generate_private_key(CURVE)
    there = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.p256dh)
    here = public(key)
    shared = _derive(key.exchange(ec.ECDH(), there), to.auth, b"WebPush: info\0" + to.p256dh + here, 32)
    secret = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(secret).encrypt(nonce, text + b"\2", None)  # 2: the last record
    return salt + struct.pack(">IB", RECORD, len(here)) + here + sealed


def authorization(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str, now: int) -> str:
    """The header that says which site it is, to the push service of an endpoint. ``now`` in seconds."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + SIGNED_FOR, "sub": contact}
    said = ".".join(base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(SHA256())))
    signature = base64url(r.to_bytes(NUMBER, "big") + s.to_bytes(NUMBER, "big"))
    return f"vapid t={said}.{signature}, k={base64url(public(key))}"


def public(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key, as browsers want it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    """A private key from base64url of its 32 bytes. Raises ValueError."""
    raw = unbase64(text)
    if len(raw) != NUMBER:
        raise ValueError("a key has 32 bytes")
    return ec.derive_private_key(int.from_bytes(raw, "big"), CURVE)


def new_key() -> str:
    """A new private key, as ``private`` reads it."""
    return base64url(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(NUMBER, "big"))


def base64url(raw: bytes) -> str:
    """Without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unbase64(text: str) -> bytes:
    """Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
