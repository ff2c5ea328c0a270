"""Whole hands as text, to be read side by side when they change.

`python -m tests.engine.golden` writes the files in tests/golden/ again.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from cardroom.cards import card_names
from cardroom.engine import Hand, Rake, replay
from cardroom.engine.events import (
    BoardDealt,
    Event,
    HandStarted,
    HoleDealt,
    Posted,
    PotAwarded,
    Raised,
    Shown,
)
from tests.engine.script import LIVE, Script, deal

FOLDER = Path(__file__).parent.parent / "golden"
DULL = "2c 7d 9h Ts 3s"
ROYAL = "As Ks Qs Js Ts"


def short_all_ins() -> Script:
    """Two short all-ins add up to a raise and reopen the betting (BET-14, AMB-44)."""
    cards = {"SB": "Ah Kd", "BB": "Qh Qd", "UTG": "5h 4d", "CO": "Jc Jd", "BTN": "8c 6c"}
    stacks = {"SB": 2000, "BB": 2000, "UTG": 2000, "CO": 250, "BTN": 320}
    hand = deal(stacks, hole=cards, board=DULL, small=("SB", 50), big=("BB", 100))
    hand.play("UTG raises to 200, CO all-in 250, BTN all-in 320, SB calls, BB folds")
    return hand.play("UTG raises to 420, SB calls, SB checks, UTG bets 300, SB folds")


def side_pots() -> Script:
    """Four all-ins of different size make three pots, and the largest stack gets a part back."""
    cards = {"SB": "4c 5d", "BB": "Ah Ad", "UTG": "Kh Kd", "BTN": "Qh Qd"}
    stacks = {"SB": 6000, "BB": 1500, "UTG": 4000, "BTN": 9000}
    hand = deal(stacks, hole=cards, board=DULL, small=("SB", 50), big=("BB", 100))
    return hand.play("UTG raises to 300, BTN raises to 9000, SB folds, BB calls, UTG calls")


def odd_cents() -> Script:
    """Three tie for a raked main pot and a side pot; odd cents start again in each (HC-27)."""
    cards = dict(zip("123456", ("2c 2d", "3c 3d", "4c 4d", "5c 5d", "6c 6d", "7c 7d"), strict=True))
    stacks = {"1": 500, "2": 110, "3": 500, "4": 500, "5": 500, "6": 500}
    hand = deal(
        stacks, hole=cards, board=ROYAL, button="4", small=("5", 5), big=("6", 10),
        rake=Rake(35, 100),
    )  # fmt: skip
    hand.play("1 folds, 2 all-in 110, 3 folds, 4 calls, 5 folds, 6 calls, 6 bets 190, 4 calls")
    return hand.play("6 checks, 4 checks, 6 checks, 4 checks")


def dead_small_blind() -> Script:
    """A dead small blind, and a newcomer who posts out of position (AMB-32, AMB-35)."""
    cards = {"BB": "Ah Kd", "UTG": "Qh Jd", "NEW": "9c 9d", "BTN": "6c 5c"}
    stacks = {"BB": 1000, "UTG": 1000, "NEW": 1000, "BTN": 1000}
    hand = deal(stacks, hole=cards, board=DULL, big=("BB", 10), posts={"NEW": 10})
    hand.play("UTG calls, NEW raises to 40, BTN folds, BB calls, UTG folds")
    return hand.play("BB checks, NEW bets 60, BB folds")


def button_ante() -> Script:
    """The live button is all-in from the ante and plays for it alone (LAMB-06, LHC-09)."""
    cards = {"SB": "Kh Kd", "BB": "Qh Qd", "BTN": "Ah Ad"}
    hand = deal(
        {"SB": 9000, "BB": 9000, "BTN": 300}, rules=LIVE, hole=cards, board=DULL,
        small=("SB", 300), big=("BB", 600), ante=600, unit=100,
    )  # fmt: skip
    hand.play("SB raises to 1800, BB calls")
    while not hand.hand.is_over:
        hand.hand.check(hand.hand.actor or 0)
    return hand


def pot_limit_omaha() -> Script:
    """Pot after pot: the largest pot-limit raise, and a short blind at face value (AMB-48)."""
    cards = {"SB": "Ah Kh Qd Jd", "BB": "9c 9d 2h 2d", "UTG": "Td 8d 7c 6c", "BTN": "Ac As 5c 4c"}
    stacks = {"SB": 2000, "BB": 6, "UTG": 2000, "BTN": 2000}
    hand = deal(
        stacks, game="pl-omaha", hole=cards, board="2c 7d 9h Ts 3s", small=("SB", 5),
        big=("BB", 10),
    )  # fmt: skip
    hand.play("UTG raises to 31, BTN raises to 104, SB folds, UTG calls")
    return hand.play("UTG checks, BTN bets 219, UTG raises to 876, BTN folds")


def muck_and_show() -> Script:
    """Live: the aggressor of the hand shows first, one mucks, one is made to show (LIVE-39)."""
    cards = {"SB": "Kh Kd", "BB": "Qh Qd", "BTN": "8h 6h"}
    hand = deal(
        {"SB": 9000, "BB": 9000, "BTN": 9000}, rules=LIVE, hole=cards, board=DULL,
        small=("SB", 300), big=("BB", 600), ante=600, unit=100,
    )  # fmt: skip
    hand.play("BTN calls, SB raises to 1800, BB calls, BTN calls")
    while hand.hand.options is not None:
        hand.hand.check(hand.hand.actor or 0)
    hand.play("SB shows, BB mucks, BTN shows").hand.force_show(2, "suspected collusion")
    return hand


HANDS: dict[str, Callable[[], Script]] = {
    made.__name__: made
    for made in (
        short_all_ins,
        side_pots,
        odd_cents,
        dead_small_blind,
        button_ante,
        pot_limit_omaha,
        muck_and_show,
    )
}


def tell(name: str) -> str:
    """The hand as text: what it shows, everything that happened, and how it ended."""
    made = HANDS[name]
    script = made()
    lines = [str(made.__doc__), "", *lines_of(script), "", ending(script.hand)]
    return "\n".join(lines) + "\n"


def lines_of(script: Script) -> Iterator[str]:
    hand = script.hand
    for number, event in enumerate(hand.events):
        before = replay(hand.rules, hand.events[:number]) if number > 1 else None
        yield from describe(event, before)


def describe(event: Event, before: Hand | None) -> Iterator[str]:
    """One event in words, with what the seat might have done."""
    if isinstance(event, HandStarted):
        yield f"{event.game}, big blind {event.big_blind}, button seat {event.button}"
        for seat, stack in zip(event.seats, event.stacks, strict=True):
            yield f"  seat {seat} has {stack}"
    elif isinstance(event, Posted):
        yield f"seat {event.seat} posts {event.kind.replace('_', ' ')} {event.by}"
    elif isinstance(event, HoleDealt):
        for seat, hole in zip(event.seats, event.hole, strict=True):
            yield f"  seat {seat} is dealt {card_names(hole)}"
    elif isinstance(event, BoardDealt):
        yield f"{event.street} {card_names(event.cards)}"
    elif isinstance(event, Shown):
        yield f"seat {event.seat} shows {card_names(event.hole)}"
    elif isinstance(event, PotAwarded):
        winners = zip(event.seats, event.shares, strict=True)
        shares = ", ".join(f"{share} to seat {seat}" for seat, share in winners)
        yield f"pot {event.pot + 1} of {event.amount} after rake {event.rake}: {shares}"
    else:
        yield action(event, before)


def action(event: Event, before: Hand | None) -> str:
    kind = str(event.__struct_config__.tag).replace("_", " ")
    values = [f"{name} {getattr(event, name)}" for name in event.__struct_fields__[1:]]
    said = " ".join([f"seat {event.seat}", kind, *values])  # type: ignore[attr-defined]
    options = before.options if before is not None else None
    if options is None or (not isinstance(event, Raised) and kind not in DECISIONS):
        return said
    legal = "check" if options.check else f"call {options.call}"
    if options.raise_from:
        legal += f", raise to {options.raise_from}..{options.raise_to}"
    return f"{said:<32} ({legal}{', closed' if options.closed else ''})"


DECISIONS = {"folded", "checked", "called"}


def ending(hand: Hand) -> str:
    stacks = ", ".join(f"seat {seat} {stack}" for seat, stack in sorted(hand.stacks.items()))
    return f"afterwards: {stacks}, rake {hand.rake}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in HANDS:
        (FOLDER / f"{each}.txt").write_text(tell(each), encoding="utf-8")
        print(FOLDER / f"{each}.txt")
