"""A hand in one line: what `Hand.deal` makes of its arguments."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from cardroom.cards import DECK, UNKNOWN, Card, parse_cards
from cardroom.engine.chance import RandBelow, shuffled
from cardroom.engine.events import HandStarted, Rake
from cardroom.engine.games import FULL_BOARD, HOLE_CARDS
from cardroom.engine.refusals import whole_amount
from cardroom.engine.starting import (
    clockwise,
    forced_bets,
    seat_number,
    stacked_deck,
    verify_start,
)
from cardroom.errors import ActionRefused
from cardroom.rulebook import Edition, HandRules, edition
from cardroom.units import Seat

HEADS_UP = 2
FIRST_SEAT = 1
Cards = str | Sequence[Card]
"""Cards as text (`AhKh`) or as numbers."""


def rules_of(rules: HandRules | Edition | str) -> HandRules:
    """The rules of a hand, from an edition or its name, too."""
    if isinstance(rules, str):
        return edition(rules).hand
    return rules.hand if isinstance(rules, Edition) else rules


def hand_started(
    game: str,
    rules: HandRules,
    stacks: Sequence[int] | Mapping[Seat, int],
    blinds: Sequence[int],
    *,
    ante: object,
    button: object,
    rake: Rake | None,
    big_bet: object,
) -> HandStarted:
    """The start of a hand, verified; without a `button` the last seat has it (CASH-13)."""
    by_seat = dict(stacks if isinstance(stacks, Mapping) else enumerate(stacks, FIRST_SEAT))
    if len(blinds) != 2:
        raise ValueError(f"blinds are a small and a big one, not {len(blinds)} amounts")
    seats = tuple(by_seat)
    dealer = seats[-1] if button is None and seats else seat_number(button)
    # Seats and amounts are verified before the blinds, which are found by the order of the seats.
    bare = HandStarted(game, dealer, seats, tuple(by_seat.values()), blinds[1])  # type: ignore[arg-type]
    verify_start(bare)
    order = clockwise(seats, dealer)
    small = dealer if len(order) == HEADS_UP and dealer in order else order[0]
    big = next(seat for seat in order if seat != small)
    posts = forced_bets(
        rules,
        seats=seats,
        button=dealer,
        small_blind=(small, _amount(blinds[0])),
        big_blind=(big, blinds[1]),
        ante=_amount(ante),
    )
    return structs.replace(bare, posts=posts, rake=rake, big_bet=_amount(big_bet))


def deck_of(
    started: HandStarted,
    *,
    hole: Mapping[Seat, Cards] | Sequence[Cards],
    board: Cards,
    deck: Cards | None,
    rand_below: RandBelow | None,
) -> list[Card]:
    """The cards in the order in which they are dealt: those given, then those drawn by chance."""
    if deck is not None:
        if hole or board or rand_below is not None:
            raise ValueError("a deck names every card: it comes without hole, board and rand_below")
        return list(_read(deck))
    held = dict(hole if isinstance(hole, Mapping) else zip(started.seats, hole, strict=False))
    if len(held) < len(hole) or not held.keys() <= set(started.seats):
        raise ActionRefused("AMB-49", "unknown_seat", {"seats": started.seats})
    hands = {seat: _read(cards) for seat, cards in held.items()}
    count = HOLE_CARDS[started.game]
    if any(len(cards) != count for cards in hands.values()):
        raise ActionRefused("CASH-15", "wrong_number_of_cards", {"cards": count})
    given = stacked_deck(started, hands, _read(board))
    if rand_below is None:
        return given
    missing = len(started.seats) * count + FULL_BOARD - len(given)
    rest = iter(shuffled([card for card in DECK if card not in given], rand_below))
    return [next(rest) if card == UNKNOWN else card for card in [*given, *[UNKNOWN] * missing]]


def _amount(given: object) -> int:
    return 0 if type(given) is int and given == 0 else whole_amount(given)


def _read(cards: Cards) -> Sequence[Card]:
    return parse_cards(cards) if isinstance(cards, str) else cards
