"""Instructive hands for the formats, each as one of its players tells it.

`python -m tests.history.narrated_hands` writes the golden files and the guide's examples again;
read the difference before you keep it.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from cardroom.cards import parse_cards
from cardroom.engine import Hand, HandStarted, Post, Rake, stacked_deck
from cardroom.history import NarratedHand, PlayedHand, narrate, ohh_of, phh_of
from tests.engine.script import ONLINE, Script, deal
from tests.history.played_hands import TOURNAMENT, played, text_of
from tests.history.samples import ROOT

RAKE = Rake(permille=50, cap=200)
GUIDE = ROOT / "docs" / "guides" / "hand-histories.md"


def indented(text: str) -> str:
    """JSON over several lines, one for every action."""
    lines = msgspec.json.format(text, indent=1) + "\n"
    for innermost in (r"\[[^][{}]*\]", r"\{[^{}]*\}"):
        lines = re.sub(innermost, lambda found: " ".join(found[0].split()), lines)
    return lines


FORMS: dict[str, Callable[[NarratedHand], str]] = {
    "text": text_of,
    "ohh": lambda narrated: indented(ohh_of(narrated)),
    "phh": phh_of,
}
SUFFIXES = {"text": "txt", "ohh": "ohh.json"}


def narrated_hands() -> dict[str, NarratedHand]:
    """Every instructive hand by its name."""
    return {
        "told-split-pot": split_pot(),
        "told-side-pots": side_pots(),
        "told-dead-small-blind": dead_small_blind(),
        "told-omaha-turn": omaha_turn(),
        "told-tournament": tournament(),
    }


def split_pot() -> NarratedHand:
    """Two players share a raked pot with an odd cent; the story of the guide."""
    hole = {"Bob": "Ah Kd", "Cid": "Ad Ks", "Ann": "7h 7c"}
    script = deal(
        {"Bob": 1000, "Cid": 843, "Ann": 1250},
        hole=hole,
        board="Kh 9c 4d 2s 2h",
        small=("Bob", 5),
        big=("Cid", 10),
        rake=RAKE,
    )
    script.play("Ann raises 31, Bob raises 105, Cid calls, Ann folds")
    script.play("Bob bets 120, Cid calls, Bob checks, Cid checks, Bob bets 200, Cid calls")
    return narrate(_named(script), script.seat("Cid"))


def side_pots() -> NarratedHand:
    """Three all-ins of three sizes, two side pots, and the part of a raise that nobody matched."""
    hole = {"Bob": "Qs Qd", "Cid": "Jc Td", "Dee": "As Ac", "Ann": "8h 8d"}
    script = deal(
        {"Bob": 600, "Cid": 900, "Dee": 133, "Ann": 2000},
        hole=hole,
        board="8c 2d 3h Kc 9s",
        small=("Bob", 5),
        big=("Cid", 10),
        rake=RAKE,
    )
    script.play("Dee all-in 133, Ann calls, Bob raises 266, Cid calls, Ann calls")
    script.play("Bob all-in 334, Cid calls, Ann raises 1000, Cid all-in 634")
    return narrate(_named(script), script.seat("Bob"))


def dead_small_blind() -> NarratedHand:
    """Nobody in the small blind; a newcomer posts, another one returns; all fold to the turn."""
    posts = (
        Post(3, "big_blind", 10),
        Post(5, "post", 10),
        Post(6, "post", 10),
        Post(6, "dead", 5),
    )
    seats, stacks = (1, 3, 5, 6), (1000, 1000, 500, 815)
    started = HandStarted("nl-holdem", 1, seats, stacks, 10, posts, RAKE)
    deck = stacked_deck(started, {3: parse_cards("4c 4d")}, parse_cards("4h Js 9d 2c"))
    hand = Hand(ONLINE, started, deck)
    for act in ("check 5", "check 6", "fold 1", "check 3", "check 3", "check 5", "check 6"):
        word, seat = act.split()
        getattr(hand, word)(int(seat))
    hand.raise_to(3, 33)
    hand.fold(5)
    hand.fold(6)
    return narrate(played(hand), 3)


def omaha_turn() -> NarratedHand:
    """Pot-limit Omaha: a raise of the pot, and everything in on the turn."""
    hole = {"Bob": "Ah Ad Kc Qc", "Ann": "Jh Tc 9s 8s"}
    script = deal(
        {"Bob": 770, "Ann": 1111},
        game="pl-omaha",
        hole=hole,
        board="7h 6s 2c Ac 3d",
        button="Ann",
        small=("Ann", 5),
        big=("Bob", 10),
        rake=RAKE,
    )
    script.play("Ann raises 30, Bob raises 90, Ann calls, Bob bets 180, Ann calls")
    script.play("Bob all-in 500, Ann calls")
    return narrate(_named(script), script.seat("Ann"))


def tournament() -> NarratedHand:
    """A tournament hand with antes; the big blind is all-in for less than the blind."""
    hole = {"Bob": "5c 5d", "Cid": "Kh Qh", "Ann": "Ac 3c"}
    script = deal(
        {"Bob": 4200, "Cid": 170, "Ann": 9630},
        hole=hole,
        board="2h 7h Js 9h 4d",
        small=("Bob", 100),
        big=("Cid", 200),
        ante=20,
    )
    script.play("Ann raises 400, Bob calls, Bob checks, Ann bets 500, Bob folds")
    return narrate(_named(script, currency=None, tournament=TOURNAMENT), script.seat("Ann"))


def _named(script: Script, **other: Any) -> PlayedHand:
    names = {script.seat(name): name for name in script.names}
    return played(script.hand, names=names, **other)


def golden_files() -> dict[str, str]:
    """Every golden file with the text that is written today."""
    return {
        f"{name}.{suffix}": FORMS[form](narrated)
        for name, narrated in narrated_hands().items()
        for form, suffix in SUFFIXES.items()
    }


def guide_with_examples() -> str:
    """The guide with the example of each format as it is written today."""
    text = GUIDE.read_text(encoding="utf-8")
    narrated = split_pot()
    for form, write in FORMS.items():
        head = f"<!-- example: {form} -->\n"
        before, after = text.split(head)
        fence, _, rest = after.partition("\n")
        _, end, behind = rest.partition("```\n")
        text = f"{before}{head}{fence}\n{write(narrated)}{end}{behind}"
    return text


if __name__ == "__main__":
    for name, text in golden_files().items():
        (ROOT / "tests" / "golden" / name).write_text(text, encoding="utf-8")
    GUIDE.write_text(guide_with_examples(), encoding="utf-8")
