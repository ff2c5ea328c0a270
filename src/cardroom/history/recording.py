"""A finished hand of the engine as a record that can be written as PHH."""

from collections.abc import Iterator, Mapping

from cardroom.cards import card_names
from cardroom.engine import events as happened
from cardroom.engine.hand import Hand
from cardroom.history.actions import (
    KILLED,
    Action,
    BoardDealt,
    CheckedOrCalled,
    Folded,
    HoleDealt,
    RaisedTo,
    Remark,
    ShowedOrMucked,
)
from cardroom.history.amounts import CENT_PLACES
from cardroom.history.record import HandRecord
from cardroom.history.setup import SMALLEST_CHIP, VARIANT_OF
from cardroom.units import Seat


def hand_record(
    hand: Hand,
    *,
    currency: str | None,
    names: Mapping[Seat, str] | None = None,
    other: Mapping[str, object] | None = None,
) -> HandRecord:
    """Record a hand that is over, all cards open: for those who may see them, after the hand.

    Money is in cents of `currency`; without a currency the amounts are chips.
    """
    assert hand.is_over, "the hand is not over"
    assert not hand.is_void, "a void hand never was"
    seats = hand.seats
    started = hand.started
    limit = started.game == "fl-holdem"
    stacks = dict(zip(started.seats, started.stacks, strict=True))
    return HandRecord(
        variant=VARIANT_OF[started.game],
        places=0 if currency is None else CENT_PLACES,
        ante_trimming_status=_each_pays_an_ante(hand),
        antes=_by_player(seats, _antes(hand)),
        blinds_or_straddles=_by_player(seats, _blinds(hand)),
        min_bet=None if limit else started.big_blind,
        small_bet=started.big_blind if limit else None,
        big_bet=(started.big_bet or 2 * started.big_blind) if limit else None,
        starting_stacks=tuple(stacks[seat] for seat in seats),
        actions=tuple(_actions(hand)),
        finishing_stacks=tuple(hand.stacks[seat] for seat in seats),
        winnings=tuple(hand.payouts.get(seat, 0) for seat in seats),
        players=None if names is None else tuple(names[seat] for seat in seats),
        seats=seats,
        other={**_money(currency), **_chips(started.unit), **(other or {})},
    )


def _money(currency: str | None) -> dict[str, object]:
    return {} if currency is None else {"currency": currency}


def _chips(unit: int) -> dict[str, object]:
    return {} if unit == 1 else {SMALLEST_CHIP: unit}


def _owed(hand: Hand, *kinds: str) -> dict[Seat, int]:
    owed: dict[Seat, int] = {}
    for post in hand.started.posts:
        if post.kind in kinds:
            owed[post.seat] = owed.get(post.seat, 0) + post.amount
    return owed


def _blinds(hand: Hand) -> dict[Seat, int]:
    """Blinds as they are, posts out of turn as negative, with the dead money that fits there."""
    posts = {
        seat: -live - _dead_in_post(hand, seat, live)
        for seat in hand.seats
        for live in [_owed(hand, "post").get(seat, 0)]
    }
    return posts | _owed(hand, "small_blind", "big_blind")


def _dead_in_post(hand: Hand, seat: Seat, live: int) -> int:
    """Dead money that a reader tells from live: above a full post, or a part of the big blind."""
    dead = _owed(hand, "dead").get(seat, 0)
    big_blind = hand.started.big_blind
    fits = live == big_blind or (live == 0 and dead < big_blind)
    return dead if fits and seat not in _owed(hand, "small_blind", "big_blind") else 0


def _antes(hand: Hand) -> dict[Seat, int]:
    """Antes, and the dead money that a post cannot tell."""
    antes = _owed(hand, "ante", "table_ante")
    live = _owed(hand, "post")
    for seat, dead in _owed(hand, "dead").items():
        antes[seat] = antes.get(seat, 0) + dead - _dead_in_post(hand, seat, live.get(seat, 0))
    return antes


def _each_pays_an_ante(hand: Hand) -> bool:
    """Whether the antes are each player's own and all alike, so that a short one is trimmed."""
    alike = {_antes(hand).get(seat, 0) for seat in hand.seats}
    return len(alike) == 1 and not _owed(hand, "table_ante")


def _by_player(seats: tuple[Seat, ...], amounts: Mapping[Seat, int]) -> tuple[int, ...]:
    """Forced bets in the order of the players; of two players the format reverses them."""
    ordered = tuple(amounts.get(seat, 0) for seat in seats)
    return ordered[::-1] if len(seats) == 2 else ordered


def _actions(hand: Hand) -> Iterator[Action]:
    players = {seat: number for number, seat in enumerate(hand.seats, 1)}
    for event in hand.events:
        match event:
            case happened.HoleDealt(seats=seats, hole=hole):
                for seat, cards in zip(seats, hole, strict=True):
                    yield HoleDealt(player=players[seat], cards=cards)
            case happened.BoardDealt(cards=cards):
                yield BoardDealt(cards=cards)
            case happened.Folded(seat=seat):
                yield Folded(player=players[seat])
            case happened.HandKilled(seat=seat, rule=rule):
                yield Folded(player=players[seat], remark=f"{KILLED}{rule}")
            case happened.Checked(seat=seat) | happened.Called(seat=seat):
                yield CheckedOrCalled(player=players[seat])
            case happened.Raised(seat=seat, to=to):
                yield RaisedTo(player=players[seat], to=to)
            case happened.Shown(seat=seat, hole=cards):
                yield ShowedOrMucked(player=players[seat], cards=cards)
            case happened.Mucked(seat=seat):
                yield ShowedOrMucked(player=players[seat], cards=None)
            case happened.ForceShown(seat=seat, hole=cards, reason=reason):
                said = f"# p{players[seat]} has to show {card_names(cards)}: {reason}"
                yield Remark(remark=said)
