"""Many hands through both verifiers: `python -m tests.fairness.long_runs --hands 1000000`.

Every hand is drawn, played and exported from a seed; every tenth is tampered with in one bit of its
proof or one card. Both verifiers must say the same about each, and accept what is untouched.
"""

import argparse
import json
import random
import sys
from base64 import b64decode, b64encode
from typing import Any

from cardroom.commands.verify import Tally
from cardroom.history import narrate, ohh_of
from cardroom.history.verifiable import verifiable_hands
from tests.browser.chromium import chromium
from tests.fairness.fair_hands import fair_hand
from tests.fairness.vectors import PAGE

CHUNK = 50
TAMPERED = 10
"""One hand in so many."""
SCRIPT = "(files) => cardroomVerifier.verifyFiles(files).hands.map((hand) => hand.findings)"
FIELDS = ("list", "signature", "audit", "seeds", "salt", "path", "card")


def exported(seed: int) -> tuple[str, bool]:
    """One hand as Open Hand History, and whether it was tampered with."""
    chance = random.Random(f"export {seed}")
    hand = fair_hand(seed, withholding=chance.choice([0, 0, 0, 1]))
    viewer = chance.choice(hand.started.seats)
    text = ohh_of(narrate(hand, viewer))
    if seed % TAMPERED:
        return text, False
    file: dict[str, Any] = json.loads(text)
    _tamper(file["ohh"]["_fairness"], chance)
    return json.dumps(file), True


def _tamper(section: dict[str, Any], chance: random.Random) -> None:
    field = chance.choice(FIELDS)
    card = chance.choice(section["cards"])
    if field == "card":
        card[2] = (card[2] + chance.randrange(1, 52)) % 52
    elif field in ("salt", "path"):
        place = 3 if field == "salt" else 4
        card[place] = _flipped(card[place], chance)
    elif field == "seeds":
        seed = chance.choice(section["seeds"])
        seed[1] = _flipped(seed[1], chance)
    else:
        section[field] = _flipped(section[field], chance)


def _flipped(text: str, chance: random.Random) -> str:
    changed = bytearray(b64decode(text))
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return b64encode(changed).decode()


def ours(text: str) -> list[dict[str, Any]]:
    """What `cardroom verify` finds."""
    tally = Tally(None)
    for hand in verifiable_hands(text.splitlines(keepends=True), "hand"):
        tally.add(hand)
    return [{"code": one.code, "where": one.where} for _, found in tally.wrong for one in found]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    disagreements = wrong = tampered = 0
    with chromium() as browser:
        page = browser.new_page()
        page.goto(PAGE.as_uri())
        last = args.seed + args.hands
        for first in range(args.seed, last, CHUNK):
            seeds = range(first, min(first + CHUNK, last))
            files = [exported(seed) for seed in seeds]
            given = [{"name": "hand", "text": text} for text, _ in files]
            # Each file on its own: a tampered list must not make another hand a split view.
            theirs = [page.evaluate(SCRIPT, [one])[0] for one in given]
            for seed, (text, is_tampered), found in zip(seeds, files, theirs, strict=True):
                tampered += is_tampered
                if ours(text) != found:
                    disagreements += 1
                    print(f"seed {seed}: {ours(text)} or {found}", flush=True)
                if bool(found) != is_tampered:
                    wrong += 1
                    print(f"seed {seed}: tampered with {is_tampered}, found {found}", flush=True)
    print(
        f"{args.hands:,} hands from seed {args.seed}, {tampered:,} of them tampered with:"
        f" {disagreements} disagreements, {wrong} wrong answers"
    )
    return int(bool(disagreements or wrong))


if __name__ == "__main__":
    sys.exit(main())
