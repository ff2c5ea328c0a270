"""Small pools from a seed, and what the review says of them."""

from collections.abc import Mapping
from functools import cache
from random import Random

from msgspec.structs import replace

from cardroom.engine.events import Game
from cardroom.integrity.hands import ReviewedHand
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.scan import JudgedPair, Report, Scan
from cardroom.rulebook import edition
from cardroom.simulation.population.pool import Pool, PoolTerms
from cardroom.simulation.population.schemes import Scheme

CHEATS = ("Ann", "Bo")
STYLES = {
    "Ann": "tag",
    "Bo": "regular",
    "Cy": "lag",
    "Di": "station",
    "Ed": "loose_passive",
    "Flo": "small_ball",
    "Gus": "tag",
}
ROUNDS = 300


@cache
def hands(
    kind: str | None, *, count: int, seed: int = 1, game: Game = "nl-holdem"
) -> tuple[ReviewedHand, ...]:
    """The hands of a pool of seven in which, with a kind, Ann and Bo cheat."""
    schemes = [] if kind is None else [Scheme(kind=kind, players=CHEATS)]
    terms = PoolTerms(styles=STYLES, schemes=schemes, game=game)
    pool = Pool(terms, edition("en-2.7").hand, Random(seed), hands=count)
    found = []
    for played in pool.play():
        hand = reviewed_hand(played.hand.events, played.names, key=f"hand {played.number}")
        assert hand is not None
        found.append(hand)
    return tuple(found)


def dumped_from(first: int, last: int, *, count: int, seed: int) -> Report:
    """What the review says of a pool in which Ann gives Bo chips from one hand to another."""
    scheme = Scheme(kind="dump", players=CHEATS, first_hand=first, last_hand=last, eager=True)
    terms = PoolTerms(styles=STYLES, schemes=[scheme])
    pool = Pool(terms, edition("en-2.7").hand, Random(seed), hands=count)
    scan = Scan()
    for played in pool.play():
        at_ms = 60_000 * played.number + 1
        hand = reviewed_hand(played.hand.events, played.names, key=str(played.number), at_ms=at_ms)
        assert hand is not None
        scan.add(hand)
    # Which of two episodes of the same hands is the stronger is a matter of few draws.
    return scan.report(Random(2).randrange, rounds=ROUNDS)


@cache
def report(kind: str | None, *, count: int) -> Report:
    """What the review says of such a pool."""
    return _scanned(hands(kind, count=count)).report(Random(1).randrange, rounds=ROUNDS)


def judged(
    played: tuple[ReviewedHand, ...], names: Mapping[str, str] | None = None
) -> list[JudgedPair]:
    """All pairs of these hands, with other names where some are given."""
    if names is not None:
        played = tuple(_renamed(hand, names) for hand in played)
    return _scanned(played).judged(Random(1).randrange, rounds=ROUNDS)


def _scanned(played: tuple[ReviewedHand, ...]) -> Scan:
    scan = Scan()
    for hand in played:
        scan.add(hand)
    return scan


def _renamed(hand: ReviewedHand, names: Mapping[str, str]) -> ReviewedHand:
    return replace(hand, players=tuple(names[one] for one in hand.players))
