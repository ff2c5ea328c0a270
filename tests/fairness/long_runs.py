"""Many hands through both verifiers: `python -m tests.fairness.long_runs --hands 1000000`.

Every hand is drawn, played and exported from a seed; every tenth is tampered with in one bit of its
proof or one card. Both verifiers must say the same about each, and accept what is untouched. The
page's script runs in Node; some hands of every batch are judged by the page in a browser, too. What
was judged is kept in bench/kept: a run that was stopped goes on where it was.
"""

import argparse
import json
import random
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench.evidence import conditions
from bench.harness import HERE
from bench.kept_batches import KeptBatches, add_options, enough, path_of, slice_of
from cardroom.commands.verify import Tally as VerifierTally
from cardroom.history import narrate, ohh_of
from cardroom.history.verifiable import verifiable_hands
from tests.browser.chromium import chromium
from tests.fairness.fair_hands import fair_hand
from tests.fairness.page_in_node import SCRIPT as IN_NODE
from tests.fairness.page_in_node import Findings, PageInNode, page_in_node
from tests.fairness.vectors import PAGE

RESULTS = HERE / "bench" / "verifiers.md"
BATCH = 10_000
CHUNK = 100
"""How many hands are judged together; the first of a batch by the browser, too."""
TAMPERED = 10
"""One hand in this many."""
SCRIPT = "(files) => files.map((one) => cardroomVerifier.verifyFiles([one]).hands[0].findings)"
"""Each file on its own: a tampered list must not make another hand a split view."""
Judge = Callable[[list[str]], list[Findings]]


class Tally(NamedTuple):
    """What came out of some hands."""

    hands: int
    tampered: int
    disagreements: int
    wrong: int

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


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
    tally = VerifierTally(None)
    for hand in verifiable_hands(text.splitlines(keepends=True), "hand"):
        tally.add(hand)
    return [
        {"code": one.code, "where": one.where} for wrong in tally.wrong for one in wrong.findings
    ]


def compare(seeds: range) -> Tally:
    """Give hands to both verifiers; what disagrees is printed."""
    found = Tally(0, 0, 0, 0)
    with page_in_node() as page:
        for first in range(seeds.start, seeds.stop, CHUNK):
            chunk = range(first, min(first + CHUNK, seeds.stop))
            judge = in_browser if first == seeds.start else None
            found = found.plus(_compare(page, chunk, judge))
    return found


def in_browser(texts: list[str]) -> list[Findings]:
    """What the page finds in a browser of its own."""
    with chromium() as browser:
        page = browser.new_page()
        page.goto(PAGE.as_uri())
        files = [{"name": "hand", "text": text} for text in texts]
        found: list[Findings] = page.evaluate(SCRIPT, files)
    return found


def compare_batch(first: int, hands: int, batch: int) -> Tally:
    """One batch of hands."""
    begin = first + batch * hands
    return compare(range(begin, begin + hands))


def _compare(page: PageInNode, seeds: range, judge: Judge | None) -> Tally:
    """The tally of some hands; a third judge is asked, too, if there is one."""
    files = [exported(seed) for seed in seeds]
    texts = [text for text, _ in files]
    page.ask(texts)
    said = [[ours(text) for text in texts], page.answer()]
    if judge is not None:
        said.append(judge(texts))
    disagreements = wrong = 0
    for seed, (_, is_tampered), mine, *others in zip(seeds, files, *said, strict=True):
        if any(found != mine for found in others):
            disagreements += 1
            print(f"seed {seed}: {mine} or {others}", flush=True)
        if any(bool(found) != is_tampered for found in others):
            wrong += 1
            print(f"seed {seed}: tampered with {is_tampered}, found {others}", flush=True)
    tampered = sum(is_tampered for _, is_tampered in files)
    return Tally(len(files), tampered, disagreements, wrong)


TEXT = """\
# Evidence of the second verifier

Written by `make evidence-verifiers`. Hands are drawn, played and exported from seeds; every tenth
is tampered with in one bit of its proof or one card. `cardroom verify` and the page that works
offline (docs/verifier), which share no code, judge each of them: the script of the page in Node,
and for {chunk} hands of every {batch:,} the page in a browser, too.

{conditions}
| {wanted:,} hands are wanted | |
|---|--:|
| hands | {found.hands:,} |
| tampered with | {found.tampered:,} |
| **about which the verifiers disagree** | **{found.disagreements:,}** |
| **judged wrongly by both** | **{found.wrong:,}** |
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fairness.long_runs", description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--batch", type=int, default=BATCH, help="hands that are kept together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, default=RESULTS, help="where the page is written")
    add_options(parser)
    args = parser.parse_args()
    settings = {"seed": args.seed, "batch": args.batch}
    kept = KeptBatches(path_of("verifiers", settings, PAGE, IN_NODE, folder=args.kept), Tally)
    work = partial(compare_batch, args.seed, args.batch)
    lines = enough(kept.lines(work, slice_of(args)), lambda one: one.hands, args.hands)
    found = Tally(0, 0, 0, 0)
    for line in lines:
        found = found.plus(line.result)
    said = conditions(args.seed, sum(one.cpu_s for one in lines), (one.commit for one in lines))
    text = TEXT.format(
        conditions=said, wanted=args.hands, found=found, chunk=CHUNK, batch=args.batch
    )
    args.write.write_text(text, encoding="utf-8")
    print(text)
    return int(bool(found.disagreements or found.wrong))


if __name__ == "__main__":
    sys.exit(main())
