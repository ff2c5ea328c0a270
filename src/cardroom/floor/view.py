"""What a console shows: tables with seats, the clock, lists, money, and what should be done."""

from typing import Literal

import msgspec

from cardroom.engine.positions import Positions
from cardroom.errors import FloorRefused
from cardroom.floor.chips.colour_up import Removal
from cardroom.floor.floor import Floor
from cardroom.floor.house_events import AlternateQueued
from cardroom.floor.log import LogEntry, Role
from cardroom.floor.money.prizes import PrizeTable, prizes_now, results, winner
from cardroom.floor.parts.called_clocks import ClockNow
from cardroom.floor.parts.chip_count import ChipAudit
from cardroom.floor.parts.hand_for_hand import Phase, TableState
from cardroom.floor.parts.lists import Ticket
from cardroom.floor.parts.results import Result
from cardroom.floor.parts.till import Talks
from cardroom.floor.seat_events import Place
from cardroom.floor.seating.balancing import Move
from cardroom.floor.seating.seating import Proposal, Seating
from cardroom.floor.terms import FloorTerms, Level, Split
from cardroom.floor.verifying_terms import addon_level, removals
from cardroom.rulebook.live.conduct import Sanction
from cardroom.rulebook.live.floor import DealMethod
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips, Seat

Status = Literal["registering", "playing", "day_over", "deal", "over", "cancelled", "closed"]


class ClockView(msgspec.Struct, frozen=True, kw_only=True):
    """The level clock at `at_ms`: count down from there, and go on with `terms.levels`."""

    at_ms: int
    level: int
    """Counted from 1 with the breaks; 0 before the start."""
    left_ms: int
    paused: bool
    now: Level | None
    following: Level | None
    next_break_ms: int | None
    """Until the next break begins; None if there is none, or one is on."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a seat."""

    seat: Seat
    entry: EntryId
    player: str
    stack: Chips | None
    """As it was last counted."""
    travelling: bool = False
    misses_hands: int = 0
    released: bool = True
    """False: no ID was shown today, and the stack is blinded off (LIVE-9)."""
    rebuy: str = ""
    """`announced` or `paid` while the chips are not on the table."""
    colour_up: bool = False
    bag: str = ""


class NextHandView(msgspec.Struct, frozen=True, kw_only=True):
    """The next hand before its shuffle, or the one that has begun: positions, who posts, who waits,
    whose hand is killed."""

    positions: Positions
    small_blind_poster: Seat | None
    ante: Chips
    waiting: tuple[Seat, ...]
    killed: tuple[Seat, ...]
    dead_button: bool
    """The button stays, or lies in front of an empty seat."""


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """One table."""

    number: int
    seats: int
    players: tuple[SeatView, ...]
    open_seats: tuple[Seat, ...]
    held_seats: int
    hands: int
    hand_level: int | None
    button: Seat | None
    next_hand: NextHandView | None
    waits_for: str
    """Why no hand may be dealt, as a reason word; empty if one may."""
    state: TableState | None
    """Hand for hand only."""
    shows_cards: bool
    """False: an all-in waits for the other tables, and its cards stay hidden (LIVE-29.a)."""
    hands_left: int | None
    """Hands until the end of the day."""
    clock: ClockNow | None


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody should look at."""

    kind: Literal[
        "table_halted", "move_open", "rebuy_open", "break_soon", "table_breaks", "unbalanced",
        "alternate_waits", "clock_expired", "id_missing", "chips_differ", "colour_up", "held_prize",
        "blind_dodge", "race_due",
    ]  # fmt: skip
    table: int | None = None
    entry: EntryId | None = None
    chip: Chips | None = None


class RaceDue(msgspec.Struct, frozen=True, kw_only=True):
    """A chip that no amount needs any more, and the tables where it is still in play (LIVE-18)."""

    removed: Chips
    target: Chips
    tables: tuple[int, ...]


class DealView(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is talked about."""

    method: DealMethod
    amounts: dict[EntryId, Cents]
    accepted: tuple[EntryId, ...]


class MoneyView(msgspec.Struct, frozen=True, kw_only=True):
    """The pools and the prizes."""

    pools: Split
    prizes: PrizeTable
    paid: dict[EntryId, Cents]
    deal: DealView | None
    bounties: dict[EntryId, EntryId]
    """Whose bounty was paid, and to whom."""


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry in the list of all entries."""

    entry: EntryId
    player: str
    place: Place | None
    paid: Split
    rebuys: int
    addons: int
    penalties: int
    next_sanction: Sanction
    """What the ladder proposes for the next penalty; the floor may choose another (8.9)."""


class HandForHandView(msgspec.Struct, frozen=True, kw_only=True):
    """Where hand for hand is."""

    phase: Phase
    hand: int
    held: tuple[int, ...]


class FloorState(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a console shows; `version` is the last entry of the log."""

    floor: int
    name: str
    currency: str
    version: int
    role: Role
    status: Status
    day: int
    terms: FloorTerms
    clock: ClockView
    entries: int
    left: int
    paid_places: int
    average: Chips
    chips: Chips
    tables: tuple[TableView, ...]
    alternates: tuple[AlternateQueued, ...]
    tickets: tuple[Ticket, ...]
    breaks: int | None
    moves: tuple[Move, ...]
    alerts: tuple[Alert, ...]
    hand_for_hand: HandForHandView
    money: MoneyView
    results: tuple[Result, ...]
    players: tuple[EntryRow, ...]
    audit: ChipAudit
    registering: bool
    addon_level: int | None
    colour_up_plan: tuple[Removal, ...]
    """Before which level each chip leaves play (LIVE-18, LIVE-19)."""
    displays: dict[int, str]
    staff: dict[int, tuple[str, Role]]
    announcement: str
    incidents: tuple[LogEntry, ...]
    undoable: tuple[int, ...]
    """The last entries of the log that count, newest first."""
    races_due: tuple[RaceDue, ...]


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament is called."""

    floor: int
    name: str
    currency: str


UNDOABLE_SHOWN = 30
BREAK_SOON_MS = 120_000


def clock_view(floor: Floor, at_ms: int) -> ClockView:
    """The level clock at a moment."""
    clock = floor.level_clock
    if not clock.has_started:
        return ClockView(
            at_ms=at_ms, level=0, left_ms=0, paused=True, now=None,
            following=floor.terms.levels[0], next_break_ms=None,
        )  # fmt: skip
    now = clock.now(at_ms)
    until = now.left_ms
    next_break = None
    if not now.level.is_break:
        for level in clock.levels[now.number :]:
            if level.is_break:
                next_break = until
                break
            until += level.minutes * 60_000
    return ClockView(
        at_ms=at_ms, level=now.number, left_ms=now.left_ms, paused=now.paused, now=now.level,
        following=now.following, next_break_ms=next_break,
    )  # fmt: skip


def status_of(floor: Floor) -> Status:
    """How far the tournament is."""
    till = floor.till
    if till.closed:
        return "closed"
    if till.cancelled is not None:
        return "cancelled"
    if till.deal is not None or winner(floor) is not None:
        return "over"
    if till.talks is not None:
        return "deal"
    if not floor.level_clock.has_started:
        return "registering"
    seating = Seating(floor)
    if floor.days.draw is not None and not any(map(seating.hands_left, floor.field.tables)):
        return "day_over"
    return "playing"


def state_of(floor: Floor, header: Header, role: Role, at_ms: int) -> FloorState:
    """What a console shows at a moment."""
    seating = Seating(floor)
    field = floor.field
    clock = clock_view(floor, at_ms)
    proposal = _proposal(seating, at_ms)
    tables = tuple(_table(floor, seating, number, at_ms) for number in sorted(field.tables))
    ranked = results(floor)
    plan = removals(floor.rules, floor.terms)
    due = _races_due(floor, plan, clock.level)
    return FloorState(
        floor=header.floor,
        name=header.name,
        currency=header.currency,
        version=floor.log.last,
        role=role,
        status=status_of(floor),
        day=floor.days.day,
        terms=floor.terms,
        clock=clock,
        entries=len(field.names),
        left=field.left,
        paid_places=floor.paid_places(len(field.names)),
        average=floor.chip_count.in_play // field.left if field.left else 0,
        chips=floor.chip_count.in_play,
        tables=tables,
        alternates=tuple(one for _, one in sorted(floor.lists.alternates.items())),
        tickets=tuple(sorted(floor.lists.tickets.values(), key=lambda one: one.number)),
        breaks=proposal.breaks,
        moves=proposal.moves,
        alerts=(
            *_alerts(floor, tables, proposal, clock, ranked),
            *(Alert(kind="race_due", chip=one.removed) for one in due),
        ),
        hand_for_hand=HandForHandView(
            phase=floor.hand_for_hand.phase,
            hand=floor.hand_for_hand.hand,
            held=floor.hand_for_hand.held,
        ),
        money=MoneyView(
            pools=floor.till.pools,
            prizes=prizes_now(floor),
            paid=dict(floor.till.paid),
            deal=_deal(floor.till.talks),
            bounties=dict(floor.till.bounties),
        ),
        results=ranked,
        players=tuple(_row(floor, entry) for entry in sorted(field.names)),
        audit=floor.chip_count.audit(tuple(field.tables)),
        registering=not floor.till.closed and seating.is_registering(at_ms),
        addon_level=addon_level(floor.terms) if floor.terms.addon is not None else None,
        colour_up_plan=plan,
        displays=dict(floor.lists.displays),
        staff=dict(floor.lists.staff),
        announcement=floor.lists.announcement,
        incidents=tuple(floor.lists.incidents),
        undoable=tuple(entry.number for entry in floor.log.active())[::-1][:UNDOABLE_SHOWN],
        races_due=due,
    )


def _races_due(floor: Floor, plan: tuple[Removal, ...], level: int) -> tuple[RaceDue, ...]:
    """Chips that are no longer needed from this level on, where they were not raced off."""
    found = []
    for one in plan:
        left = tuple(
            number
            for number in sorted(floor.field.tables)
            if (number, one.removed) not in floor.chip_count.races
        )
        if one.before_level <= level and left:
            found.append(RaceDue(removed=one.removed, target=one.target, tables=left))
    return tuple(found)


def _proposal(seating: Seating, at_ms: int) -> Proposal:
    """What should be done between the hands; nothing while tables have no button."""
    try:
        return seating.proposal(at_ms)
    except FloorRefused:
        return Proposal(halted=(), breaks=None, moves=())


def _table(floor: Floor, seating: Seating, number: int, at_ms: int) -> TableView:
    table = floor.field.tables[number]
    waits_for = ""
    upcoming = None
    try:
        upcoming = _next_hand(floor, seating, number, at_ms)
    except FloorRefused as refusal:
        waits_for = refusal.reason
    held = floor.field.held.get(number, floor.rules.seating.reserved_late_seats)
    running = floor.clocks.running
    return TableView(
        number=number,
        seats=table.seats,
        players=tuple(
            _seat(floor, seating, seat, entry) for seat, entry in sorted(table.players.items())
        ),
        open_seats=tuple(table.open_seats),
        held_seats=min(held, len(table.open_seats)),
        hands=table.hands,
        hand_level=table.hand_level,
        button=table.last.button if table.last is not None else table.button,
        next_hand=upcoming,
        waits_for=waits_for,
        state=floor.hand_for_hand.tables.get(number),
        shows_cards=floor.hand_for_hand.shows_cards(floor.rules, number),
        hands_left=seating.hands_left(number),
        clock=floor.clock(number, at_ms) if number in running else None,
    )


def _seat(floor: Floor, seating: Seating, seat: Seat, entry: EntryId) -> SeatView:
    rebuy = floor.rebuys.open.get(entry)
    bag = floor.days.bags.get(entry)
    return SeatView(
        seat=seat,
        entry=entry,
        player=floor.field.names[entry],
        stack=floor.days.stacks.get(entry),
        travelling=entry in floor.field.travelling,
        misses_hands=floor.discipline.missing.get(entry, 0),
        released=seating.is_released(entry),
        rebuy="" if rebuy is None else rebuy.state,
        colour_up=entry in floor.lists.colour_ups,
        bag="" if bag is None else bag[1],
    )


def _next_hand(floor: Floor, seating: Seating, number: int, at_ms: int) -> NextHandView:
    """The hand in progress, or the next one if it may be dealt; otherwise why not."""
    table = floor.field.tables[number]
    hand = table.hand or seating.next_hand(number, at_ms)
    players = table.dealt if table.hand is not None else table.players
    level = seating.level_of(number, at_ms)
    big_blind = level.big_blind if level is not None else floor.terms.levels[0].big_blind
    killed = tuple(
        seat
        for seat, entry in sorted(players.items())
        if seat in hand.dealt_in
        and (entry in floor.discipline.missing or not seating.is_released(entry))
    )
    stays = table.last is not None and table.last.button == hand.positions.button
    return NextHandView(
        positions=hand.positions,
        small_blind_poster=hand.small_blind_poster,
        ante=big_blind * floor.rules.button.ante_big_blinds if hand.ante_due else 0,
        waiting=hand.waiting,
        killed=killed,
        dead_button=stays or hand.positions.button not in table.players,
    )


def _deal(talks: Talks | None) -> DealView | None:
    if talks is None:
        return None
    proposed = talks.proposed
    return DealView(
        method=proposed.method, amounts=proposed.amounts, accepted=tuple(sorted(talks.accepted))
    )


def _row(floor: Floor, entry: EntryId) -> EntryRow:
    till = floor.till
    return EntryRow(
        entry=entry,
        player=floor.field.names[entry],
        place=floor.field.places.get(entry),
        paid=till.paid_by.get(entry, Split()),
        rebuys=till.rebuys.get(entry, 0),
        addons=till.addons.get(entry, 0),
        penalties=sum(one.player == entry for one in floor.discipline.penalties),
        next_sanction=floor.proposed_sanction(entry),
    )


def _alerts(
    floor: Floor,
    tables: tuple[TableView, ...],
    proposal: Proposal,
    clock: ClockView,
    ranked: tuple[Result, ...],
) -> list[Alert]:
    """What somebody should look at, the most urgent first."""
    found = [Alert(kind="table_halted", table=number) for number in proposal.halted]
    found += [
        Alert(kind="clock_expired", table=one.number, entry=one.clock.player)
        for one in tables
        if one.clock is not None and one.clock.expired
    ]
    for entry, rebuy in sorted(floor.rebuys.open.items()):
        found.append(Alert(kind="rebuy_open", table=rebuy.table, entry=entry))
    for ticket in floor.lists.tickets.values():
        found.append(Alert(kind="move_open", table=ticket.place.table, entry=ticket.entry))
    found += (
        [Alert(kind="table_breaks", table=proposal.breaks)] if proposal.breaks is not None else []
    )
    found += [Alert(kind="unbalanced", table=proposal.moves[0].to_table)] if proposal.moves else []
    free = any(True for _ in floor.field.open_places())
    found += [Alert(kind="alternate_waits")] if floor.lists.alternates and free else []
    soon = clock.next_break_ms is not None and clock.next_break_ms <= BREAK_SOON_MS
    found += [Alert(kind="break_soon")] if soon and not clock.paused else []
    for table in tables:
        for seat in table.players:
            if not seat.released:
                found.append(Alert(kind="id_missing", table=table.number, entry=seat.entry))
            if seat.colour_up:
                found.append(Alert(kind="colour_up", table=table.number, entry=seat.entry))
    if floor.chip_count.audit(tuple(floor.field.tables)).difference:
        found.append(Alert(kind="chips_differ"))
    for ticket in floor.lists.blind_dodges:
        found.append(Alert(kind="blind_dodge", table=ticket.place.table, entry=ticket.entry))
    found += [
        Alert(kind="held_prize", entry=one.entry)
        for one in ranked
        if one.how == "disqualified" and one.prize and one.entry not in floor.till.paid
    ]
    return found
