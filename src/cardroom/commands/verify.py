"""`cardroom verify`: recomputes the proofs of fair decks and draws in exported files."""

import argparse
import sys
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress, TaskID

from cardroom.commands.printing import write_json
from cardroom.commands.reading import lines_of, progress_bar, size_of
from cardroom.errors import InvalidFile, UsageError
from cardroom.fairness.deck_order import DeckOrder
from cardroom.fairness.draws.draw_file import draw_name, is_draw_file, read_draw_file
from cardroom.fairness.draws.draw_list import SOURCE_PLAYER, read_draw_list
from cardroom.fairness.draws.proof import DrawProof, read_draw
from cardroom.fairness.draws.verifying import verify_draw
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


class Wrong(NamedTuple):
    """A hand or a draw that is not verified, and why."""

    place: Place
    number: str
    findings: list[Finding]


class Tally:
    """What was found in all files so far."""

    def __init__(self, key: str | None) -> None:
        self._key = key
        self._views: dict[bytes, Proof] = {}
        self._draws: dict[bytes, DrawProof] = {}
        self._order = DeckOrder()
        self.hands = 0
        self.draws = 0
        self.codes: Counter[str] = Counter()
        self.keys: Counter[str] = Counter()
        self.without_players = 0
        self.draws_without_players = 0
        self.wrong: list[Wrong] = []
        self.unreadable: list[InvalidFile] = []

    def add(self, hand: VerifiableHand) -> None:
        """Verify one hand and count it."""
        self.hands += 1
        self._note(hand.place, hand.number, self._findings(hand))

    def add_draw(self, place: Place, section: object) -> None:
        """Verify one draw of a tournament and count it."""
        self.draws += 1
        proof = read_draw(section)
        self._note(place, draw_name(proof), self._draw_findings(proof))

    def _note(self, place: Place, number: str, found: list[Finding]) -> None:
        self.codes.update({finding.code for finding in found})
        if found:
            self.wrong.append(Wrong(place, number, found))

    def _draw_findings(self, proof: DrawProof | None) -> list[Finding]:
        if proof is None:
            return [Finding("proof_malformed")]
        self.keys[proof.fingerprint] += 1
        self.draws_without_players += all(one.player == SOURCE_PLAYER for one in proof.seeds)
        found = verify_draw(proof, key=self._key)
        draw = read_draw_list(proof.list)
        if draw is not None:
            seen = self._draws.setdefault(draw.context.encoded, proof)
            if seen != proof:
                found.append(Finding("split_view"))
        return found

    @property
    def verified(self) -> int:
        """How many hands and draws are as they should be."""
        return self.hands + self.draws - len(self.wrong)

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
        if not found and self._order.has_gap(proof):
            found.append(Finding("attempt_number_wrong"))
        return found

    @property
    def status(self) -> int:
        """0 when all are verified, 1 when one is not, 2 when a file could not be read."""
        return 2 if self.unreadable else int(bool(self.wrong))


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the files and the key that the room has published."""
    parser.description = (
        "Recompute the proofs of fair decks (CCO/1) in exported hands: PHH (.phh, .phhs), Open "
        "Hand History (.ohh), or text with its side file beside it (hands.txt and "
        "hands.txt.fairness); and in the draws of a tournament (.json). Files of several players "
        "are compared hand by hand. Exits with 1 if a hand is not verified or has no proof, and "
        "with 2 if a file cannot be read."
    )
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="exported hands, or draws"
    )
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
                _verify(file, tally, progress, task)
            except InvalidFile as error:
                tally.unreadable.append(error)
    if args.json:
        write_json(_findings(tally))
    elif tally.hands or tally.draws or not tally.unreadable:
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


def _verify(file: Path, tally: Tally, progress: Progress, task: TaskID) -> None:
    lines = lines_of(file, progress, task)
    first = next(lines, "")
    whole = chain([first], lines)
    if is_draw_file(first):
        for number, section in enumerate(read_draw_file("".join(whole), str(file)), 1):
            tally.add_draw(Place(str(file), number, 1), section)
        return
    beside = file.with_name(file.name + SIDE_FILE)
    side = list(lines_of(beside, progress, task)) if beside.is_file() else None
    for hand in verifiable_hands(whole, str(file), side):
        tally.add(hand)


def _findings(tally: Tally) -> dict[str, object]:
    return {
        "hands": tally.hands,
        "draws": tally.draws,
        "verified": tally.verified,
        "not_verified": len(tally.wrong),
        "without_players_seeds": tally.without_players,
        "draws_without_players_seeds": tally.draws_without_players,
        "keys": dict(tally.keys),
        "findings": dict(tally.codes.most_common()),
        "wrong": [
            {
                "file": wrong.place.file,
                "hand": wrong.place.number,
                "line": wrong.place.line,
                "number": wrong.number,
                "findings": [
                    {"code": one.code, "where": one.where, "said": FINDINGS[one.code]}
                    for one in wrong.findings
                ],
            }
            for wrong in tally.wrong
        ],
        "unreadable": [str(error) for error in tally.unreadable],
    }


def _print(tally: Tally, shown: int) -> None:
    console = Console(highlight=False, soft_wrap=True)
    if tally.hands or not tally.draws:
        console.print(f"{tally.hands:>9,}  hands")
    if tally.draws:
        console.print(f"{tally.draws:>9,}  draws")
    console.print(f"{tally.verified:>9,}  verified")
    console.print(f"{len(tally.wrong):>9,}  not verified")
    for wrong in tally.wrong[:shown]:
        for finding in wrong.findings:
            console.print(f"  {_place(wrong.place)}: {finding}", markup=False)
    if len(tally.wrong) > shown:
        console.print(f"  and {len(tally.wrong) - shown:,} more")
    without = tally.without_players + tally.draws_without_players
    if without:
        console.print(f"{without:>9,}  rely on the seed source: no player sent a seed")
    for key, count in tally.keys.most_common():
        console.print(f"{count:>9,}  signed with the key {key}")
    if tally.keys:
        console.print("Compare the key with the one that the room has published.")


def _place(place: Place) -> str:
    return f"{place}, line {place.line}"
