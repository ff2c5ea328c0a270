"""The test vectors that both verifiers publish.

`python -m tests.fairness.vectors` writes them into the page of the second verifier.
"""

import json
import re
from typing import Any

from cardroom.fairness.context import HandContext
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
