"""Button and blinds of the next cash hand, and who is dealt in (CASH-07 to CASH-14)."""

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from cardroom.engine.starting import clockwise
from cardroom.ledger import PlayerId
from cardroom.units import Seat

Standing = Literal["playing", "returning", "waiting", "posting"]
"""`playing` is dealt in; `returning` missed no blind; `waiting` is for the big blind to come."""

ENTERING = ("posting", "returning")
"""Who is let in, unless the button has passed and the big blind has yet to come (CASH-14)."""

Choose = Callable[[list[Seat]], Seat]
"""Picks one of several seats by chance."""


class Ready(msgspec.Struct, frozen=True):
    """A seat with a player who has chips and is not sitting out."""

    seat: Seat
    player: PlayerId
    standing: Standing


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """Where a hand's button and blinds are, and who gets cards."""

    button: Seat
    small_blind: Seat | None
    big_blind: Seat
    dealt_in: dict[Seat, PlayerId]
    """The players with cards, by seat."""
    posts: tuple[Seat, ...] = ()
    """Seats that post out of position (CASH-14)."""


def first_deal(ready: Iterable[Ready], choose: Choose) -> Deal:
    """A table without a past deals everyone in; the button falls by chance (CASH-08, AMB-37)."""
    players = {candidate.seat: candidate.player for candidate in ready}
    button = choose(sorted(players))
    after = clockwise(list(players), button)
    heads_up = len(players) == 2
    return Deal(
        button=button,
        small_blind=button if heads_up else after[0],
        big_blind=after[0] if heads_up else after[1],
        dealt_in=players,
    )


def next_deal(last: Deal, ready: Iterable[Ready]) -> Deal | None:
    """The hand after `last`; None when fewer than two can be dealt in (AMB-31)."""
    candidates = {candidate.seat: candidate for candidate in ready}
    big_blind = clockwise(list(candidates), last.big_blind)[0]
    certain: dict[Seat, PlayerId] = {}
    entering: dict[Seat, PlayerId] = {}
    for seat, candidate in candidates.items():
        if candidate.standing == "playing" or seat == big_blind:
            certain[seat] = candidate.player
        elif candidate.standing in ENTERING:
            entering[seat] = candidate.player
    small_blind = _small_blind(last, certain, big_blind)
    button = _button(last, certain, entering, (small_blind, big_blind))
    if button is None:
        return _heads_up(certain, big_blind)
    admitted = {
        seat: player for seat, player in entering.items() if not is_between(seat, button, big_blind)
    }
    dealt_in = dict(sorted({**certain, **admitted}.items()))
    if len(dealt_in) == 2:
        return _heads_up(dealt_in, big_blind)
    return Deal(
        button=button,
        small_blind=small_blind,
        big_blind=big_blind,
        dealt_in=dealt_in,
        posts=_posts(admitted, candidates),
    )


def is_between(seat: Seat, start: Seat, end: Seat) -> bool:
    """Whether `seat` lies strictly between two seats, going clockwise from `start`."""
    if start < end:
        return start < seat < end
    return seat > start or seat < end


def _small_blind(last: Deal, certain: dict[Seat, PlayerId], big_blind: Seat) -> Seat | None:
    """Last hand's big blind, if the same person is dealt in; else nobody (CASH-10, AMB-32)."""
    seat = last.big_blind
    same_person = certain.get(seat) == last.dealt_in[seat]
    return seat if same_person and seat != big_blind else None


def _button(
    last: Deal,
    certain: dict[Seat, PlayerId],
    entering: dict[Seat, PlayerId],
    blinds: tuple[Seat | None, Seat],
) -> Seat | None:
    """Counter-clockwise from the last big blind: a player of both hands, else any (AMB-33)."""
    nearest: Seat | None = None
    for seat in reversed(clockwise([*certain, *entering], last.big_blind - 1)):
        if seat in blinds:
            continue
        if seat in certain and certain[seat] == last.dealt_in.get(seat):
            return seat
        if nearest is None:
            nearest = seat
    return nearest


def _heads_up(dealt_in: dict[Seat, PlayerId], big_blind: Seat) -> Deal | None:
    """Two players: the other one has the button and posts the small blind (CASH-12, AMB-34)."""
    if len(dealt_in) < 2:
        return None
    other = next(seat for seat in dealt_in if seat != big_blind)
    return Deal(button=other, small_blind=other, big_blind=big_blind, dealt_in=dealt_in)


def _posts(admitted: dict[Seat, PlayerId], candidates: dict[Seat, Ready]) -> tuple[Seat, ...]:
    return tuple(seat for seat in sorted(admitted) if candidates[seat].standing == "posting")
