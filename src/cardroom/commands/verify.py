"""`cardroom verify`: recomputes the proofs of fair decks in exported hand histories."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TaskID

from cardroom.commands.printing import write_json
from cardroom.commands.reading import lines_of, progress_bar, size_of
from cardroom.errors import InvalidFile, UsageError
from cardroom.fairness.findings import FINDINGS, Finding
from cardroom.fairness.hand_list import SOURCE_SEAT
from cardroom.fairness.proof import Proof, read_section
from cardroom.fairness.verifying import split_view, verify
from cardroom.history.proofs import SIDE_FILE
from cardroom.history.record import Place
from cardroom.history.verifiable import VerifiableHand, verifiable_hands

SHOWN = 20
"""How many hands that are not verified are listed unless more are asked for."""
FINGERPRINT_DIGITS = 32


class Tally:
    """What was found in all files so far."""

    def __init__(self, key: str | None) -> None:
        self._key = key
        self._views: dict[bytes, Proof] = {}
        self.hands = 0
        self.codes: Counter[str] = Counter()
        self.keys: Counter[str] = Counter()
        self.without_players = 0
        self.wrong: list[tuple[VerifiableHand, list[Finding]]] = []
        self.unreadable: list[InvalidFile] = []

    def add(self, hand: VerifiableHand) -> None:
        """Verify one hand and count it."""
        self.hands += 1
        found = self._findings(hand)
        self.codes.update({finding.code for finding in found})
        if found:
            self.wrong.append((hand, found))

    def _findings(self, hand: VerifiableHand) -> list[Finding]:
        if hand.section is None:
            return [Finding("no_proof")]
        if hand.cards is None:
            return [Finding("record_incomplete")]
        proof = read_section(hand.section)
        if proof is None:
            return [Finding("proof_malformed")]
        self.keys[proof.fingerprint] += 1
        self.without_players += all(one.seat == SOURCE_SEAT for one in proof.seeds)
        found = verify(proof, hand.cards, key=self._key)
        # The list begins with the context: room, table, epoch and hand.
        seen = self._views.setdefault(proof.list[:32], proof)
        if split_view(seen, proof):
            found.append(Finding("split_view"))
        return found

    @property
    def status(self) -> int:
        """0 when every hand is verified, 1 when one is not, 2 when a file could not be read."""
        return 2 if self.unreadable else int(bool(self.wrong))


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the files and the key that the room has published."""
    parser.description = (
        "Recompute the proofs of fair decks (CCO/1) in exported hands: PHH (.phh, .phhs), Open "
        "Hand History (.ohh), or text with its side file beside it (hands.txt and "
        "hands.txt.fairness). Files of several players are compared hand by hand. Exits with 1 "
        "if a hand is not verified or has no proof, and with 2 if a file cannot be read."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="exported hands")
    parser.add_argument(
        "--key",
        metavar="FINGERPRINT",
        help="the fingerprint of the room's signing key, 32 hexadecimal digits",
    )
    parser.add_argument(
        "--show",
        type=int,
        default=SHOWN,
        metavar="N",
        help="list at most N hands that are not verified (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Verify all files, then say what was found."""
    tally = Tally(_fingerprint(args.key))
    with progress_bar() as progress:
        task = progress.add_task("Verifying", total=size_of(args.files))
        for file in args.files:
            try:
                for hand in _hands(file, progress, task):
                    tally.add(hand)
            except InvalidFile as error:
                tally.unreadable.append(error)
    if args.json:
        write_json(_findings(tally))
    elif tally.hands or not tally.unreadable:
        _print(tally, args.show)
    for unreadable in tally.unreadable:
        print(f"cardroom: {unreadable}", file=sys.stderr)
    return tally.status


def _fingerprint(key: str | None) -> str | None:
    """What people copy from a page: digits, perhaps with spaces between them."""
    if key is None:
        return None
    digits = "".join(key.split()).lower()
    if len(digits) != FINGERPRINT_DIGITS or set(digits) - set("0123456789abcdef"):
        raise UsageError(f"A fingerprint has {FINGERPRINT_DIGITS} hexadecimal digits, not '{key}'.")
    return digits


def _hands(file: Path, progress: Progress, task: TaskID) -> Iterator[VerifiableHand]:
    beside = file.with_name(file.name + SIDE_FILE)
    side = list(lines_of(beside, progress, task)) if beside.is_file() else None
    yield from verifiable_hands(lines_of(file, progress, task), str(file), side)


def _findings(tally: Tally) -> dict[str, object]:
    return {
        "hands": tally.hands,
        "verified": tally.hands - len(tally.wrong),
        "not_verified": len(tally.wrong),
        "without_players_seeds": tally.without_players,
        "keys": dict(tally.keys),
        "findings": dict(tally.codes.most_common()),
        "wrong": [
            {
                "file": hand.place.file,
                "hand": hand.place.number,
                "line": hand.place.line,
                "number": hand.number,
                "findings": [
                    {"code": one.code, "where": one.where, "said": FINDINGS[one.code]}
                    for one in found
                ],
            }
            for hand, found in tally.wrong
        ],
        "unreadable": [str(error) for error in tally.unreadable],
    }


def _print(tally: Tally, shown: int) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{tally.hands:>9,}  hands")
    console.print(f"{tally.hands - len(tally.wrong):>9,}  verified")
    console.print(f"{len(tally.wrong):>9,}  not verified")
    for hand, found in tally.wrong[:shown]:
        for finding in found:
            console.print(f"  {_place(hand.place)}: {finding}", markup=False)
    if len(tally.wrong) > shown:
        console.print(f"  and {len(tally.wrong) - shown:,} more")
    if tally.without_players:
        console.print(
            f"{tally.without_players:>9,}  rely on the seed source: no player sent a seed"
        )
    for key, count in tally.keys.most_common():
        console.print(f"{count:>9,}  signed with the key {key}")
    if tally.keys:
        console.print("Compare the key with the one that the room has published.")


def _place(place: Place) -> str:
    return f"{place}, line {place.line}"
