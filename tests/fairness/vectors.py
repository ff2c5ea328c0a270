"""The test vectors that both verifiers publish.

`python -m tests.fairness.vectors` writes them into the page of the second verifier.
"""

import json
import re
from typing import Any

import msgspec

from cardroom.fairness.context import HandContext
from cardroom.fairness.draws.draw_list import DrawContext, draw_seed_commitment
from cardroom.fairness.draws.numbers import Numbers
from cardroom.fairness.draws.questions import Entrant, PrizeRow, StartQuestion, start_outcome
from cardroom.fairness.fixed_deck import FixedDeck
from cardroom.fairness.hashing import tagged
from cardroom.fairness.keys import SigningKey, fingerprint
from cardroom.fairness.permutation import keyed_permutation
from cardroom.fairness.seeds import seed_commitment
from tests.history.samples import ROOT

PAGE = ROOT / "docs" / "verifier" / "index.html"
BLOCK = re.compile(
    r'(?<=<script type="application/json" id="vectors">\n).*?(?=\n</script>)', re.DOTALL
)

CONTEXT = HandContext(1, 7, 2, 991)
SECRET = bytes(range(64))
SEED = bytes(range(100, 132))
KEY = SigningKey(bytes(range(32)))


def vectors() -> dict[str, Any]:
    """Every vector: what goes in, and under `is` what must come out."""
    context = CONTEXT.encoded
    parts = [b"", b"\x00", context]
    signed = tagged("list", b"a list")
    order_context = b"sigma" + context
    return {
        "hash": {
            "tag": "leaf",
            "parts": [part.hex() for part in parts],
            "is": tagged("leaf", *parts).hex(),
        },
        "order": {
            "key": SECRET.hex(),
            "context": order_context.hex(),
            "is": keyed_permutation(SECRET, order_context),
        },
        "root": {
            "secret": SECRET.hex(),
            "context": context.hex(),
            "is": FixedDeck(SECRET, context).root.hex(),
        },
        "seed": {
            "context": context.hex(),
            "seat": 3,
            "player": 104,
            "seed": SEED.hex(),
            "is": seed_commitment(CONTEXT, 3, 104, SEED).hex(),
        },
        "fingerprint": {"key": KEY.public.hex(), "is": fingerprint(KEY.public)},
        "signature": {
            "key": KEY.public.hex(),
            "message": signed.hex(),
            "signature": KEY.sign(signed).hex(),
            "is": True,
        },
        **_draw_vectors(),
    }


def _draw_vectors() -> dict[str, Any]:
    context = DrawContext(1, "tournament", 12, 3)
    key, asked = bytes(range(32)), [2, 3, 9, 100_000, 2**53, 2**53 - 1]
    numbers = Numbers(SECRET, key)
    question = StartQuestion(
        prizes=(PrizeRow(75_000, 20), PrizeRow(25_000, 1_000)),
        seats=3,
        entrants=tuple(Entrant(entry, 100 + entry) for entry in range(1, 6)),
    )
    outcome = start_outcome(question, Numbers(SECRET, key).below)
    return {
        "drawseed": {
            "context": context.encoded.hex(),
            "player": 104,
            "seed": SEED.hex(),
            "is": draw_seed_commitment(context, 104, SEED).hex(),
        },
        "numbers": {
            "secret": SECRET.hex(),
            "key": key.hex(),
            "below": asked,
            "is": [numbers.below(count) for count in asked],
        },
        "start": {
            "question": question.encoded.hex(),
            "is": json.loads(msgspec.json.encode(outcome)),
        },
    }


def published() -> dict[str, Any]:
    """The vectors in the page of the second verifier."""
    found = BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert found is not None
    read: dict[str, Any] = json.loads(found[0])
    return read


if __name__ == "__main__":
    lines = [f'"{name}": {json.dumps(vector)}' for name, vector in vectors().items()]
    block = "{\n" + ",\n".join(lines) + "\n}"
    PAGE.write_text(BLOCK.sub(block, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
