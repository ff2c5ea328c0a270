"""One tournament with everything that its own page shows: structure, players, tables, prizes."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from cardroom.ledger import PlayerId, TableId
from cardroom.room.notices import ChatSaid
from cardroom.room.people import AccountKind
from cardroom.room.ports import Directory
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.deals import DealView
from cardroom.room.tournaments.actor.status import own_entry
from cardroom.room.tournaments.actor.table_views import level_view, pause_views
from cardroom.room.tournaments.board import OwnEntry
from cardroom.room.tournaments.pages.listing import TournamentRow, pool_of, row_of
from cardroom.room.tournaments.tables.views import LevelView, PauseView
from cardroom.tournament.ids import EntryId
from cardroom.tournament.info import TournamentInfo, info_of
from cardroom.tournament.prizes.awards import Award
from cardroom.units import Cents, Chips

PLAYERS_SHOWN_MAX = 100
"""Players in a snapshot, the largest stacks first; the others are asked for page by page."""


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a tournament; `place` is 0 and `table` None while it is not known."""

    entry: EntryId
    player: PlayerId
    name: str
    kind: AccountKind
    stack: Chips = 0
    table: TableId | None = None
    place: int = 0
    prize: Cents = 0
    bounty: Cents = 0
    number: int = 1
    """Which of the player's entries it is: 2 is the first re-entry (TYP-09)."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table that can be watched."""

    table: TableId
    number: int
    players: int


class PrizePage(msgspec.Struct, frozen=True, kw_only=True):
    """The prizes for the entries so far; final when nobody can enter or buy any more (TRN-08)."""

    prizes: tuple[Award, ...]
    final: bool
    pool: Cents
    currency: str


class TournamentView(msgspec.Struct, frozen=True, kw_only=True):
    """The page of a tournament as one viewer sees it."""

    row: TournamentRow
    info: TournamentInfo
    level: LevelView
    level_s: tuple[int, ...]
    """How long each level is, and whether there are breaks, as staff have changed it (TAMB-96)."""
    breaks: bool
    pauses: tuple[PauseView, ...]
    hand_for_hand: bool
    prizes: tuple[Award, ...]
    """Those of the entries so far; final when registration and purchases are closed (TRN-08)."""
    prizes_final: bool
    players: tuple[PlayerRow, ...]
    players_count: int
    tables: tuple[TableRow, ...]
    deal: DealView | None = None
    me: OwnEntry | None = None
    chat: tuple[ChatSaid, ...] = ()
    """The last lines of the chat, for who listens to the channel; over HTTP there are none."""


def tournament_view(actor: TournamentActor, names: Directory, viewer: PlayerId) -> TournamentView:
    """Everything about a tournament, for one viewer."""
    tournament, charter = actor.tournament, actor.charter
    prizes = prizes_of(actor)
    rows = player_rows(actor, names)
    return TournamentView(
        row=row_of(actor),
        info=info_of(
            charter.definition,
            charter.terms.rules,
            starts_ms=actor.starts_ms,
            structure=prizes,
        ),
        level=level_view(tournament),
        level_s=tuple(one // 1000 for one in tournament.level_clock.lengths_ms),
        breaks=tournament.level_clock.has_breaks,
        pauses=pause_views(tournament),
        hand_for_hand=tournament.hand_for_hand.is_on,
        prizes=prizes,
        prizes_final=tournament.payouts.structure is not None,
        players=rows[:PLAYERS_SHOWN_MAX],
        players_count=len(rows),
        tables=table_rows(actor),
        deal=actor.deals.view(),
        me=own_entry(actor, viewer),
    )


def prizes_of(actor: TournamentActor) -> tuple[Award, ...]:
    """The prizes as they grow with the entries, and then as they are (TRN-08)."""
    tournament = actor.tournament
    if tournament.payouts.structure is not None:
        return tournament.payouts.structure
    has_pool = tournament.entries and actor.charter.terms.hexapro is None
    return actor.planned_prizes()[0] if has_pool else ()


def prize_page(actor: TournamentActor) -> PrizePage:
    """The prizes as a page of their own."""
    return PrizePage(
        prizes=prizes_of(actor),
        final=actor.tournament.payouts.structure is not None,
        pool=pool_of(actor),
        currency=actor.charter.definition.currency,
    )


def player_rows(actor: TournamentActor, names: Directory) -> tuple[PlayerRow, ...]:
    """All entries: who is in by stack, then who is out by place."""
    tournament, tables = actor.tournament, actor.table_ids
    rows = []
    numbers: Counter[PlayerId] = Counter()
    for entry in tournament.desk.entries.values():
        numbers[entry.player] += 1
        seated = tournament.field.entrants.get(entry.id)
        place = tournament.places.get(entry.id, 0)
        rows.append(
            PlayerRow(
                entry=entry.id,
                player=entry.player,
                name=names.name(entry.player),
                kind=names.kind(entry.player),
                stack=0 if seated is None else seated.stack,
                table=None if seated is None else tables.get(seated.table),
                place=place,
                prize=actor.summary.prizes.get(entry.id, 0),
                bounty=0 if seated is None else _bounty(tournament.bounty_book.bounties, entry.id),
                number=numbers[entry.player],
            )
        )
    rows.sort(key=lambda row: (-row.stack, row.place == 0, row.place, row.entry))
    return tuple(rows)


def _bounty(bounties: Mapping[EntryId, Cents], entry: EntryId) -> Cents:
    return bounties.get(entry, 0)


def table_rows(actor: TournamentActor) -> tuple[TableRow, ...]:
    """The tables that can be watched."""
    tables = actor.tournament.tables
    return tuple(
        TableRow(table=table, number=number, players=len(tables[number].seats))
        for number, table in actor.tables.open_tables.items()
        if number in tables
    )
