"""Signatures by the Standard Webhooks convention, verified by its own library."""

import hashlib
import hmac
import time
from base64 import b64encode

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from cardroom.server.config.contradictions import contradictions
from cardroom.server.config.options import Config, WebhookSection
from cardroom.server.signatures import SKEW_MS_MAX, headers_of, is_signed, key_of

NEW = "whsec_" + b64encode(b"thirty-two bytes of a new secret").decode()
OTHER = "whsec_" + b64encode(b"thirty-two bytes of another one.").decode()
WORD = "a long and random word"
BODY = b'{"type":"hand.settled","hand":991}'
NOW_MS = 1_800_000_000_000


def as_standard(word: str) -> str:
    """What the guide says about a secret from before: the convention's form of a word."""
    return "whsec_" + b64encode(word.encode()).decode()


def test_the_conventions_own_library_verifies_what_each_secret_signed() -> None:
    now_ms = time.time_ns() // 1_000_000
    headers = headers_of("17", "hand.settled", BODY, [NEW, WORD], now_ms)
    for secret in (NEW, as_standard(WORD)):
        assert Webhook(secret).verify(BODY, headers) == {"type": "hand.settled", "hand": 991}
    for body, changed, secret in (
        (BODY + b" ", headers, NEW),
        (BODY, headers | {"webhook-id": "18"}, NEW),
        (BODY, headers | {"webhook-timestamp": str(now_ms // 1000 - 1)}, NEW),
        (BODY, headers, OTHER),
    ):
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(body, changed)


def test_what_the_conventions_library_signs_is_believed() -> None:
    from datetime import UTC, datetime

    at = datetime.fromtimestamp(NOW_MS // 1000, tz=UTC)
    for mine, theirs in ((NEW, NEW), (WORD, as_standard(WORD))):
        headers = {
            "webhook-id": "answer-1",
            "webhook-timestamp": str(NOW_MS // 1000),
            "webhook-signature": Webhook(theirs).sign("answer-1", at, BODY.decode()),
        }
        assert is_signed([OTHER, mine], headers, BODY, NOW_MS + SKEW_MS_MAX)
        assert not is_signed([OTHER], headers, BODY, NOW_MS)
        assert not is_signed([mine], headers, BODY, NOW_MS + SKEW_MS_MAX + 1)
        assert not is_signed([mine], headers | {"webhook-id": "2"}, BODY, NOW_MS)
        assert not is_signed([mine], headers | {"webhook-timestamp": "soon"}, BODY, NOW_MS)


def test_a_secret_from_before_signs_the_older_way_too_and_is_believed_so() -> None:
    headers = headers_of("17", "hand.settled", BODY, [NEW, WORD], NOW_MS)
    code = hmac.new(WORD.encode(), f"{NOW_MS}.".encode() + BODY, hashlib.sha256).hexdigest()
    assert headers["Cardroom-Signature"] == f"v1={code}"
    older = {name: value for name, value in headers.items() if name.startswith("Cardroom-")}
    assert is_signed([WORD], older, BODY, NOW_MS)
    assert not is_signed([WORD], older, BODY + b" ", NOW_MS)
    assert not is_signed([WORD], older, BODY, NOW_MS + SKEW_MS_MAX + 1)
    assert not is_signed(["another word"], older, BODY, NOW_MS)
    assert not is_signed([WORD], {}, BODY, NOW_MS)
    assert "Cardroom-Signature" not in headers_of("17", "hand.settled", BODY, [NEW], NOW_MS)


@pytest.mark.parametrize("secret", ["whsec_", "whsec_short", "whsec_not base64 at all!!!!!!!!!!!"])
def test_a_secret_that_is_none_is_found_before_the_room_opens(secret: str) -> None:
    with pytest.raises(ValueError, match="base64"):
        key_of(secret)
    hooks = WebhookSection(url="https://operator.example/hook", secrets=(NEW, secret))
    found = [said for wrong, *_, said in contradictions(Config(webhooks=hooks)) if wrong]
    assert len(found) == 1
    assert found[0].startswith("secret 2: ")
