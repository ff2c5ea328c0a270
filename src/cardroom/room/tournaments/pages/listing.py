"""Tournaments as everybody sees them in a list, and which of them a list shows."""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from cardroom.ledger import TournamentId
from cardroom.room.notices import Notice
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.notices import MovedBy
from cardroom.tournament.definition import Kind
from cardroom.tournament.info import Mark, marks_of
from cardroom.units import Cents, Chips

Phase = Literal[
    "announced", "registering", "late_registration", "running", "break", "finished", "cancelled",
    "stopped",
]  # fmt: skip
"""How far a tournament has come, as players say it; `announced` is before registration opens."""


class TournamentRow(msgspec.Struct, frozen=True, kw_only=True):
    """One tournament of the list."""

    tournament: TournamentId
    name: str
    kind: Kind
    game: str
    phase: Phase
    marks: tuple[Mark, ...]
    currency: str
    price: Cents
    price_max: Cents
    fee: Cents
    guarantee: Cents
    pool: Cents
    """What the places win for the entries so far (TRN-08)."""
    seats: int
    entries: int
    entries_max: int
    missing: int
    """How many more entries it takes to start (TRN-15)."""
    left: int
    starts_ms: int | None
    level: int
    admits: tuple[str, ...]
    multiplier_tenths: int = 0
    """What was drawn for a HexaPro game (HEX-01)."""
    chips: Chips = 0
    """All chips in play, from which everybody knows the average stack."""
    moved_by: MovedBy = ""
    """Why it starts later than announced (TAMB-96, TAMB-100)."""
    ticket_word: str = ""
    """What tickets for it are good for, beside those for any tournament (TRN-13)."""
    target: str = ""
    """Of a satellite, the word on the tickets that it is played for (TYP-03)."""
    late_until_ms: int | None = None
    """When late registration ends if no break comes between; None where there is none or the clock
    stands (TRN-09)."""
    opens_ms: int | None = None
    """When registration opens, while the tournament is only announced (TRN-09)."""

    def has_opened(self, now_ms: int) -> bool:
        """Whether registration has opened since the row was written; nothing is stored for it."""
        return self.opens_ms is not None and self.opens_ms <= now_ms


class TournamentsChanged(Notice, frozen=True, kw_only=True, tag="tournaments_changed"):
    """Rows of the list that are new or different, and those that are gone."""

    tournaments: tuple[TournamentRow, ...] = ()
    gone: tuple[TournamentId, ...] = ()


class TournamentsView(msgspec.Struct, frozen=True, kw_only=True):
    """The list of tournaments."""

    tournaments: tuple[TournamentRow, ...]


class ListFilter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a list is narrowed down to; what is not said is not asked for."""

    kinds: tuple[Kind, ...] = ()
    phases: tuple[Phase, ...] = ()
    price_from: Cents = 0
    price_to: Cents | None = None
    guaranteed: bool = False
    freeroll: bool = False
    mine: bool = False


def wanted_rows(
    rows: Sequence[TournamentRow], wanted: ListFilter, mine: Collection[TournamentId]
) -> tuple[TournamentRow, ...]:
    """The rows that a filter lets through; `mine` are those that the player has entered."""
    return tuple(row for row in rows if _is_wanted(row, wanted, mine))


def _is_wanted(row: TournamentRow, wanted: ListFilter, mine: Collection[TournamentId]) -> bool:
    if wanted.kinds and row.kind not in wanted.kinds:
        return False
    if wanted.phases and row.phase not in wanted.phases:
        return False
    if row.price < wanted.price_from:
        return False
    if wanted.price_to is not None and row.price > wanted.price_to:
        return False
    if wanted.guaranteed and "guaranteed" not in row.marks:
        return False
    if wanted.freeroll and "freeroll" not in row.marks:
        return False
    return not wanted.mine or row.tournament in mine


def phase_of(actor: TournamentActor) -> Phase:
    """How far a tournament has come."""
    tournament = actor.tournament
    if actor.stopped:
        return "stopped"
    if tournament.is_over:
        return "cancelled" if tournament.is_cancelled else "finished"
    if not tournament.has_started:
        is_early = actor.clock.now_ms() < actor.charter.announced.opens_ms
        return "announced" if is_early else "registering"
    if tournament.level_clock.begun:
        return "break"
    return "late_registration" if tournament.desk.registration_open else "running"


def row_of(actor: TournamentActor) -> TournamentRow:
    """A tournament as the list shows it now; everything in it is stored."""
    charter, tournament = actor.charter, actor.tournament
    definition, desk = charter.definition, tournament.desk
    missing = 0 if tournament.has_started else charter.terms.entries_min - desk.count
    drawn, phase = tournament.multiplier, phase_of(actor)
    late_until_ms = tournament.level_clock.ends_of(charter.terms.late_levels)
    return TournamentRow(
        tournament=charter.id,
        name=charter.name,
        kind=definition.kind,
        game=definition.game,
        phase=phase,
        marks=marks_of(definition),
        currency=definition.currency,
        price=definition.price_cents,
        price_max=definition.price_max,
        fee=definition.fee_cents,
        guarantee=definition.guarantee_cents,
        pool=pool_of(actor),
        seats=definition.seats,
        entries=desk.count,
        entries_max=definition.registration.entries_max,
        missing=max(0, missing),
        left=tournament.left if tournament.has_started else len(desk.living),
        starts_ms=actor.starts_ms,
        level=tournament.level,
        admits=tuple(sorted(actor.admits)),
        multiplier_tenths=0 if drawn is None else drawn.multiplier_tenths,
        chips=sum(tournament.stacks.values()),
        moved_by=actor.moved_by,
        ticket_word=definition.ticket_word,
        target=definition.satellite.target if definition.satellite else "",
        late_until_ms=late_until_ms if phase == "late_registration" else None,
        opens_ms=charter.announced.opens_ms if phase == "announced" else None,
    )


def pool_of(actor: TournamentActor) -> Cents:
    """The prize pool so far, what the house adds included (PRZ-05)."""
    payouts, terms = actor.tournament.payouts, actor.charter.terms
    if payouts.structure is not None:
        return payouts.pool
    if terms.hexapro is not None:
        return 0
    if not actor.tournament.entries:
        return 0
    return actor.tournament.desk.pool + actor.planned_prizes()[1]
