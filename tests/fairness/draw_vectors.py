"""Draws as the room tells them to a browser, for the client's tests: `web/tests/fair_draws.json`.

`python -m tests.fairness.draw_vectors` writes the file; a test fails when it is stale.
"""

import json
from random import Random
from typing import Any, Final

import msgspec

from cardroom.fairness.draws.proof import draw_section
from tests.fairness.draw_tampering import DRAW_KINDS
from tests.fairness.fair_draws import (
    SOURCE,
    fair_button,
    fair_exchange,
    fair_move,
    fair_seat,
    fair_start,
    new_draw,
    players,
    question,
)
from tests.fairness.fair_hands import KEY
from tests.history.samples import ROOT

FILE: Final = ROOT / "web" / "tests" / "fair_draws.json"
HERO: Final = 102
NOT_TOLD: Final = {"proof_malformed", "split_view", "other_draw"}
"""What a browser cannot be told: its messages are typed, and it has one view."""
Json = dict[str, Any]


def fixture() -> Json:
    """Fair draws, tampered ones with what is wrong, and the messages of one start."""
    fair = [fair_start(seed) for seed in range(1, 4)]
    fair += [fair_start(4, contributors=()), fair_start(5, withheld=[[101]]), fair_move()]
    fair += [fair_start(6, entrants=13, seats=6, prizes=()), fair_exchange(), fair_button()]
    made: Json = {
        "hero": HERO,
        "key": KEY.public,
        "fair": [draw_section(one) for one in fair],
        "tampered": {
            name: {
                "draws": [json.loads(text)["draws"][0] for text in make()],
                "codes": sorted(codes),
            }
            for name, (codes, make) in DRAW_KINDS.items()
            if not codes & NOT_TOLD and make()[0].startswith('{"draws"')
        },
        "told": _told(),
        "seat": _seat(),
    }
    found: Json = json.loads(msgspec.json.encode(made))
    return found


def _told() -> Json:
    """What a player hears of a start: the room's commitment, and the list with the given one."""
    draw = new_draw()
    committed = {
        "type": "draw_committed",
        "tournament": draw.context.id,
        "context": draw.context,
        "commitment": draw.commitment,
        "by_ms": 0,
    }
    (hero,) = players(draw, [HERO], Random(HERO))
    draw.commit(HERO, hero.commitment)
    draw.close("start", question(), SOURCE)
    seed = hero.reveal(draw.encoded, draw.signature, KEY.public)
    listed = {
        "type": "draw_listed",
        "tournament": draw.context.id,
        "number": draw.context.number,
        "list": draw.encoded,
        "signature": draw.signature,
        "by_ms": 1,
    }
    return {"committed": committed, "listed": listed, "seed": seed}


def _seat() -> Json:
    """What a player hears who is offered a seat at a cash table."""
    proof = fair_seat(HERO)
    told = proof.outcome.told[0]
    return {
        "type": "seat_drawn",
        "table": told.table,
        "seat": told.seat,
        "proof": draw_section(proof),
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(fixture(), indent=1) + "\n", encoding="utf-8")
