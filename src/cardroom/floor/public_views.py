"""What people without a login see: the screens of the hall, and a player's own entry.

Nobody can do anything with it, and stacks are piles unless the house shows them (LIVE-21.p2).
"""

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.money.prizes import prizes_now, results
from cardroom.floor.parts.hand_for_hand import Phase
from cardroom.floor.parts.results import Result
from cardroom.floor.seat_events import Place
from cardroom.floor.terms import Level
from cardroom.floor.view import ClockView, Header, Status, clock_view, status_of
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips


class MoveShown(msgspec.Struct, frozen=True, kw_only=True):
    """A player on the way to another seat."""

    entry: EntryId
    player: str
    origin: Place
    place: Place


class SeatShown(msgspec.Struct, frozen=True, kw_only=True):
    """Where a player sits, for those who look for their seat."""

    player: str
    place: Place


class ClockShown(msgspec.Struct, frozen=True, kw_only=True):
    """A clock that was called on a player, for the spoken countdown (LIVE-27.p1)."""

    table: int
    left_ms: int
    counting_down: bool
    expired: bool


class WinnerShown(msgspec.Struct, frozen=True, kw_only=True):
    """A player who won money, or the tournament, once it is over."""

    place: int
    player: str
    prize: Cents
    """0 where no prize was fixed."""


class DisplayState(msgspec.Struct, frozen=True, kw_only=True):
    """What a screen of the hall shows."""

    name: str
    currency: str
    version: int
    label: str
    status: Status
    day: int
    clock: ClockView
    ante_big_blinds: int
    levels: tuple[Level, ...]
    entries: int
    left: int
    tables: int
    average: Chips
    chips: Chips
    prizes: tuple[Cents, ...]
    prizes_fixed: bool
    hand_for_hand: Phase
    last_hands: int | None
    """The card of the day's end, once it was drawn (LIVE-28)."""
    moves: tuple[MoveShown, ...]
    clocks: tuple[ClockShown, ...]
    announcement: str
    stacks: dict[str, Chips]
    """By name, where the house shows exact stacks (LIVE-21.p2); empty otherwise."""
    seating: tuple[SeatShown, ...]
    """All players in the order of their names."""
    winners: tuple[WinnerShown, ...]
    """Best first, with what each of them gets, also by a deal; empty before the end."""
    host: str
    logo: str


class EntryState(msgspec.Struct, frozen=True, kw_only=True):
    """What a player sees on the phone."""

    name: str
    currency: str
    version: int
    entry: EntryId
    player: str
    place: Place | None
    """Where the player sits; None when out."""
    moving: bool
    stack: Chips | None
    """Where the house shows exact stacks (LIVE-21.p2)."""
    result: int | None
    """The place in the tournament, once it is known."""
    prize: Cents
    status: Status
    day: int
    clock: ClockView
    ante_big_blinds: int
    levels: tuple[Level, ...]
    entries: int
    left: int
    average: Chips
    prizes: tuple[Cents, ...]
    prizes_fixed: bool
    announcement: str
    host: str
    winners: tuple[WinnerShown, ...]
    """Best first, once the tournament is over."""


def display_of(floor: Floor, header: Header, number: int, at_ms: int) -> DisplayState:
    """What one screen shows at a moment."""
    if number not in floor.lists.displays:
        raise FloorRefused("LIVE-21.p2", "no_such_screen")
    field, prizes = floor.field, prizes_now(floor)
    draw = floor.days.draw
    return DisplayState(
        name=header.name,
        currency=header.currency,
        version=floor.log.last,
        label=floor.lists.displays[number],
        status=status_of(floor),
        day=floor.days.day,
        clock=clock_view(floor, at_ms),
        ante_big_blinds=floor.rules.button.ante_big_blinds,
        levels=floor.terms.levels,
        entries=len(field.names),
        left=field.left,
        tables=len(field.tables),
        average=floor.chip_count.in_play // field.left if field.left else 0,
        chips=floor.chip_count.in_play,
        prizes=prizes.prizes,
        prizes_fixed=prizes.fixed,
        hand_for_hand=floor.hand_for_hand.phase,
        last_hands=None if draw is None else draw.card,
        moves=tuple(
            MoveShown(
                entry=one.entry, player=field.names[one.entry], origin=one.origin, place=one.place
            )
            for one in sorted(floor.lists.tickets.values(), key=lambda one: one.number)
        ),
        clocks=_clocks(floor, at_ms),
        announcement=floor.lists.announcement,
        stacks=_stacks(floor),
        seating=_seating(floor),
        winners=_winners(floor),
        host=floor.terms.host,
        logo=floor.terms.logo,
    )


def _seating(floor: Floor) -> tuple[SeatShown, ...]:
    names = floor.field.names
    found = [
        SeatShown(player=names[entry], place=place) for entry, place in floor.field.places.items()
    ]
    return tuple(sorted(found, key=lambda one: (one.player.casefold(), one.place.table)))


def _winners(floor: Floor) -> tuple[WinnerShown, ...]:
    if status_of(floor) not in {"over", "closed"} or floor.till.cancelled is not None:
        return ()
    fixed, names = prizes_now(floor).fixed, floor.field.names
    prizes = {one.entry: _prize(floor, one) if fixed else 0 for one in results(floor)}
    return tuple(
        WinnerShown(place=one.place, player=names[one.entry], prize=prizes[one.entry])
        for one in results(floor)
        if prizes[one.entry] or one.how in {"winner", "deal"}
    )


def _clocks(floor: Floor, at_ms: int) -> tuple[ClockShown, ...]:
    found = []
    for table in sorted(floor.clocks.running):
        now = floor.clock(table, at_ms)
        found.append(
            ClockShown(
                table=table,
                left_ms=now.left_ms,
                counting_down=now.counting_down,
                expired=now.expired,
            )
        )
    return tuple(found)


def _stacks(floor: Floor) -> dict[str, Chips]:
    if not floor.rules.chips.exact_stacks:
        return {}
    field, stacks = floor.field, floor.days.stacks
    return {field.names[entry]: stacks[entry] for entry in sorted(field.places) if entry in stacks}


def _prize(floor: Floor, result: Result) -> Cents:
    """What a player wins; a prize that is held is not won before the manager has decided."""
    if result.how != "disqualified":
        return result.prize
    return 0 if result.entry in floor.till.seized else floor.till.paid.get(result.entry, 0)


def entry_of(floor: Floor, header: Header, entry: EntryId, at_ms: int) -> EntryState:
    """What one player sees at a moment."""
    field, prizes = floor.field, prizes_now(floor)
    if entry not in field.names:
        raise FloorRefused("LIVE-8", "not_in_the_tournament")
    result = next((one for one in results(floor) if one.entry == entry), None)
    exact = floor.rules.chips.exact_stacks
    return EntryState(
        name=header.name,
        currency=header.currency,
        version=floor.log.last,
        entry=entry,
        player=field.names[entry],
        place=field.places.get(entry),
        moving=entry in field.travelling,
        stack=floor.days.stacks.get(entry) if exact and entry in field.places else None,
        result=None if result is None else result.place,
        prize=_prize(floor, result) if result is not None and prizes.fixed else 0,
        status=status_of(floor),
        day=floor.days.day,
        clock=clock_view(floor, at_ms),
        ante_big_blinds=floor.rules.button.ante_big_blinds,
        levels=floor.terms.levels,
        entries=len(field.names),
        left=field.left,
        average=floor.chip_count.in_play // field.left if field.left else 0,
        prizes=prizes.prizes,
        prizes_fixed=prizes.fixed,
        announcement=floor.lists.announcement,
        host=floor.terms.host,
        winners=_winners(floor),
    )
