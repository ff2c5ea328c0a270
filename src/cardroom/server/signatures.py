"""Signatures of what goes to the operator's systems and comes back, by the Standard Webhooks
convention: HMAC-SHA256 over `id.timestamp.body`, so that nothing can be sent again as something
new. Verifiers exist in every language (standardwebhooks.com).

A secret is `whsec_` and the base64 of its bytes. A secret without that prefix is from before the
room followed the convention: its bytes are its letters, and it also signs the older way, so that
receivers can change over when it suits them (decision 0122).
"""

import hashlib
import hmac
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping, Sequence

PREFIX = "whsec_"
KEY_BYTES_MIN = 24
KEY_BYTES_MAX = 64
SKEW_MS_MAX = 300_000
"""A receiver refuses deliveries that are signed longer ago than this."""
DIGITS_MAX = 16
"""Of a time."""

ID = "webhook-id"
TIMESTAMP = "webhook-timestamp"
SIGNATURE = "webhook-signature"
OLDER_TIMESTAMP = "Cardroom-Timestamp"
OLDER_SIGNATURE = "Cardroom-Signature"


def key_of(secret: str) -> bytes:
    """The bytes that sign; a ValueError says what is wrong with a `whsec_` secret."""
    if not secret.startswith(PREFIX):
        return secret.encode()
    try:
        key = b64decode(secret.removeprefix(PREFIX), validate=True)
    except Error:
        raise ValueError(f"what follows {PREFIX} is not base64") from None
    if not KEY_BYTES_MIN <= len(key) <= KEY_BYTES_MAX:
        raise ValueError(f"{PREFIX} holds {KEY_BYTES_MIN} to {KEY_BYTES_MAX} bytes in base64")
    return key


def sign(secret: str, number: str, timestamp_s: int, body: bytes) -> str:
    """The signature of a body with its id at a moment."""
    signed = f"{number}.{timestamp_s}.".encode() + body
    return "v1," + b64encode(_code(key_of(secret), signed)).decode()


def headers_of(
    number: str, subject: str, body: bytes, secrets: Sequence[str], now_ms: int
) -> dict[str, str]:
    """What goes with a body: its id, subject, time and a signature by every secret."""
    now_s = now_ms // 1000
    headers = {
        "Content-Type": "application/json",
        ID: number,
        TIMESTAMP: str(now_s),
        SIGNATURE: " ".join(sign(secret, number, now_s, body) for secret in secrets),
        "Cardroom-Subject": subject,
    }
    older = [_sign_older(one, now_ms, body) for one in secrets if not one.startswith(PREFIX)]
    if older:
        headers |= {
            "Cardroom-Id": number,
            OLDER_TIMESTAMP: str(now_ms),
            OLDER_SIGNATURE: ",".join(older),
        }
    return headers


def is_signed(secrets: Sequence[str], headers: Mapping[str, str], body: bytes, now_ms: int) -> bool:
    """Whether one of the secrets signed a body recently, by the convention or the older way."""
    number, said = headers.get(ID, ""), headers.get(SIGNATURE, "")
    if said:
        at_s = _number(headers.get(TIMESTAMP, ""))
        mine = [sign(secret, number, at_s, body) for secret in secrets]
        return _is_recent(1000 * at_s, now_ms) and _share_one(mine, said.split())
    at_ms = _number(headers.get(OLDER_TIMESTAMP, ""))
    older = [_sign_older(one, at_ms, body) for one in secrets if not one.startswith(PREFIX)]
    words = [word.strip() for word in headers.get(OLDER_SIGNATURE, "").split(",")]
    return _is_recent(at_ms, now_ms) and _share_one(older, words)


def _sign_older(secret: str, timestamp_ms: int, body: bytes) -> str:
    return "v1=" + _code(secret.encode(), str(timestamp_ms).encode() + b"." + body).hex()


def _code(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()


def _is_recent(at_ms: int, now_ms: int) -> bool:
    return abs(now_ms - at_ms) <= SKEW_MS_MAX


def _number(word: str) -> int:
    """A time; what is none was very long ago."""
    is_number = word.isascii() and word.isdigit() and len(word) <= DIGITS_MAX
    return int(word) if is_number else 0


def _share_one(mine: Sequence[str], said: Sequence[str]) -> bool:
    return any(hmac.compare_digest(one.encode(), word.encode()) for one in mine for word in said)
