"""Before the cards: what a hand may start with, who owes which forced bet, a deck in order."""

from collections.abc import Mapping, Sequence
from typing import Final

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.events import (
    AMOUNT_MAX,
    LAST_SEAT,
    POST_KINDS,
    HandStarted,
    Post,
    PostKind,
)
from cardroom.engine.games import HOLE_CARDS
from cardroom.errors import ActionRefused
from cardroom.rulebook import HandRules
from cardroom.units import Seat

PLAYERS_MIN: Final = 2
PLAYERS_MAX: Final = 10


def clockwise(seats: Sequence[Seat], button: Seat) -> list[Seat]:
    """Seats in the order of the deal: the first after the button first, the button last."""
    after: list[int] = []
    before: list[int] = []
    for seat in sorted(seats):
        (after if seat > button else before).append(seat)
    return after + before


def verify_start(started: HandStarted) -> None:
    """Refuse a hand that cannot be dealt."""
    count = len(started.seats)
    if not PLAYERS_MIN <= count <= PLAYERS_MAX:
        raise ActionRefused("AMB-31", "too_few_or_too_many_players", {"players": count})
    if started.game not in HOLE_CARDS:
        raise ActionRefused("CASH-19", "unknown_game", {"games": ", ".join(HOLE_CARDS)})
    taken = 0
    # As objects: compiled code would take what is no integer for our own mistake.
    seats: tuple[object, ...] = started.seats
    stacks: tuple[object, ...] = started.stacks
    for seat in seats:
        bit = 1 << seat_number(seat)
        if taken & bit:
            raise ActionRefused("CASH-15", "seats_and_stacks_do_not_match")
        taken |= bit
    seat_number(started.button)
    if len(started.stacks) != count:
        raise ActionRefused("CASH-15", "seats_and_stacks_do_not_match")
    for stack in stacks:
        _verify_amount(stack)
    _verify_amount(started.big_blind)
    _verify_amount(started.unit)
    for post in started.posts:
        _verify_amount(post.amount)
        if not taken & 1 << seat_number(post.seat):
            raise ActionRefused("CASH-13", "forced_bet_of_a_seat_without_cards")
        if post.kind not in POST_KINDS:
            raise ActionRefused("CASH-13", "unknown_forced_bet", {"kinds": ", ".join(POST_KINDS)})


def seat_number(seat: object) -> int:
    """The number itself, if a table can have such a seat (CASH-05)."""
    if type(seat) is int:
        number: int = seat
        if 0 <= number <= LAST_SEAT:
            return number
    raise ActionRefused("CASH-05", "unknown_seat", {"seats": f"0 to {LAST_SEAT}"})


def _verify_amount(amount: object) -> None:
    if type(amount) is int:
        number: int = amount
        if 1 <= number <= AMOUNT_MAX:
            return
    raise ActionRefused("AMB-47", "amount_is_not_a_whole_number", {"at_least": 1})


def forced_bets(
    rules: HandRules,
    *,
    seats: Sequence[Seat],
    button: Seat,
    small_blind: tuple[Seat | None, int],
    big_blind: tuple[Seat | None, int],
    ante: int = 0,
    extra: Sequence[Post] = (),
) -> tuple[Post, ...]:
    """What is owed before the cards, in the order in which it is taken (TAMB-94, LAMB-07).

    A blind is a seat with its amount; a seat that is None or not dealt in owes nothing (AMB-32).
    """
    blinds = _blind(seats, "small_blind", small_blind[0], small_blind[1])
    blinds += _blind(seats, "big_blind", big_blind[0], big_blind[1])
    blinds += extra
    antes = _antes(rules, seats, button, ante)
    if rules.short_post_order == "ante_first":
        return (*antes, *blinds)
    return (*blinds, *antes)


def _blind(seats: Sequence[Seat], kind: PostKind, seat: Seat | None, amount: int) -> list[Post]:
    if seat is None or seat not in seats or amount == 0:
        return []
    return [Post(seat, kind, amount)]


def _antes(rules: HandRules, seats: Sequence[Seat], button: Seat, ante: int) -> list[Post]:
    if ante == 0:
        return []
    if rules.ante_mode == "button":
        return [Post(button, "table_ante", ante)] if button in seats else []
    return [Post(seat, "ante", ante) for seat in clockwise(seats, button)]


def stacked_deck(
    started: HandStarted, hole: Mapping[Seat, Sequence[Card]], board: Sequence[Card] = ()
) -> list[Card]:
    """A deck from which each seat is dealt the cards named; seats not named get unknown ones."""
    seats = clockwise(started.seats, started.button)
    unknown = (UNKNOWN,) * HOLE_CARDS[started.game]
    hands = [tuple(hole.get(seat, unknown)) for seat in seats]
    return [hand[turn] for turn in range(len(unknown)) for hand in hands] + list(board)
