"""What is known of tournaments, asked for once: lists, single tournaments, results, tickets.

A tournament that runs answers in its own turn, so that everything it says is stored; one that is
over is read from the store.
"""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from cardroom.errors import AccessRefused
from cardroom.fairness.draws.proof import DrawProof
from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.net import Net
from cardroom.room.people import AccountKind
from cardroom.room.tournaments.actor.deals import DealOffers
from cardroom.room.tournaments.charter import Charter, read_charter
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.house_messages import (
    AskDeals,
    AskPlayers,
    AskPrizes,
    AskTables,
    AskView,
)
from cardroom.room.tournaments.messages import ToTournament
from cardroom.room.tournaments.pages.details import (
    PlayerRow,
    PrizePage,
    TableRow,
    TournamentView,
)
from cardroom.room.tournaments.pages.listing import (
    ListFilter,
    TournamentsView,
    wanted_rows,
)
from cardroom.room.tournaments.records import (
    HeldTicket,
    PlayerEntry,
    StoredTournament,
    TournamentFilter,
    TournamentState,
)
from cardroom.tournament.definition import Kind
from cardroom.tournament.info import TournamentInfo, info_of
from cardroom.tournament.prizes.awards import Award
from cardroom.units import Cents

A = TypeVar("A")
KINDS_KNOWN_MAX = 10_000
"""Tournaments of which we remember what they were."""


class GameOffer(msgspec.Struct, frozen=True, kw_only=True):
    """Sit & Gos or HexaPro games of one buy-in, that start as soon as they are full (TYP-02)."""

    name: str
    kind: Kind
    seats: int
    price: Cents
    currency: str
    games_max: int
    """How many games may be bought at once (HEX-03)."""
    admits: tuple[AccountKind, ...]
    tournament: TournamentId | None
    """The game that waits for players now."""
    waiting: int


class GameOffers(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is played on demand."""

    offers: list[GameOffer]


class PlayerPage(msgspec.Struct, frozen=True, kw_only=True):
    """Players of a tournament: who is in by chips, then who is out by place."""

    players: tuple[PlayerRow, ...]
    count: int


class DrawPage(msgspec.Struct, frozen=True, kw_only=True):
    """Draws of a tournament in their order; the next page is `after` the number of the last.

    Saved as a file, it is what `cardroom verify` and the offline page read.
    """

    draws: tuple[DrawProof, ...]
    tournament: TournamentId
    name: str


_proof = msgspec.json.Decoder(DrawProof)


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of a tournament, all of which can be watched."""

    tables: tuple[TableRow, ...]


class StructurePage(msgspec.Struct, frozen=True, kw_only=True):
    """What was announced of a tournament: levels, breaks, terms of an entry; also of past ones."""

    tournament: TournamentId
    starts_ms: int | None
    info: TournamentInfo


class PastTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as the store knows it."""

    tournament: TournamentId
    name: str
    state: TournamentState
    currency: str
    starts_ms: int | None
    started_ms: int
    ended_ms: int
    entries: int


class PastTournaments(msgspec.Struct, frozen=True, kw_only=True):
    """A page of tournaments that are over, newest first; go on `before` the last one."""

    tournaments: list[PastTournament]


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """An entry and what it has won; `place` is 0 while the player is in, or without one."""

    entry: int
    player: PlayerId
    name: str
    place: int
    prize: Cents
    bounties: Cents
    held: bool


class ResultPage(msgspec.Struct, frozen=True, kw_only=True):
    """Results by place, as far as they are known."""

    tournament: PastTournament
    results: list[ResultRow]
    count: int


class OwnTicket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket in the wallet; `ticket` is the word to register with, and 0 is no expiry."""

    ticket: str
    value: Cents
    currency: str
    target: str
    expires_ms: int


class OwnTickets(msgspec.Struct, frozen=True, kw_only=True):
    """All tickets of a player, what expires first at the beginning."""

    tickets: list[OwnTicket]


class OwnEntries(msgspec.Struct, frozen=True, kw_only=True):
    """Entries and results of a player, newest tournament first; go on `before` the last one."""

    entries: list[PlayerEntry]
    kinds: dict[TournamentId, Kind]
    """What each of these tournaments was."""


class TournamentPages:
    """Answers everything that can be asked about tournaments without changing one."""

    def __init__(self, house: TournamentHouse) -> None:
        self._house = house
        self._store = house.services.store
        self._board = house.services.board
        self._kinds: dict[TournamentId, Kind] = {}

    # Lists

    def listed(self, wanted: ListFilter, player: PlayerId | None) -> TournamentsView:
        """The tournaments that can be entered or watched, narrowed down."""
        mine = () if player is None else self._board.entries_of(player)
        return TournamentsView(tournaments=wanted_rows(self._house.list.rows, wanted, mine))

    def offers(self) -> GameOffers:
        """What is played on demand."""
        games = self._house.games
        open_games = {one.queue: one for one in games.waiting}
        found = []
        for name, offer in games.offers.items():
            open_game = open_games.get(name)
            status = None if open_game is None else self._board.statuses.get(open_game.game)
            found.append(
                GameOffer(
                    name=name,
                    kind=offer.definition.kind,
                    seats=offer.definition.seats,
                    price=offer.definition.price_cents,
                    currency=offer.definition.currency,
                    games_max=offer.games_max,
                    admits=() if status is None else tuple(sorted(status.admits)),
                    tournament=None if open_game is None else open_game.game,
                    waiting=0 if open_game is None else len(open_game.waiting),
                )
            )
        return GameOffers(offers=found)

    async def past(self, before: int, limit: int) -> PastTournaments:
        """Tournaments that are over."""
        wanted = TournamentFilter(states=("finished", "cancelled"), before=before, limit=limit)
        found = await self._store.tournaments(wanted)
        return PastTournaments(tournaments=[past_row(one) for one in found])

    # One tournament that runs

    async def details(self, tournament: TournamentId, viewer: PlayerId) -> TournamentView:
        """Everything about a tournament, as a viewer sees it."""
        return await self._ask(tournament, AskView(viewer=viewer))

    async def players(self, tournament: TournamentId, offset: int, limit: int) -> PlayerPage:
        """Its players with stacks and places."""
        rows = await self._ask(tournament, AskPlayers())
        return PlayerPage(players=rows[offset : offset + limit], count=len(rows))

    async def tables(self, tournament: TournamentId) -> TablePage:
        """The tables that can be watched; of a past tournament those whose hands can be."""
        if tournament in self._house.actors:
            return TablePage(tables=await self._ask(tournament, AskTables()))
        await self._stored(tournament)
        known = await self._store.tables(tournament)
        rows = [TableRow(table=one, number=number, players=0) for number, one in known.items()]
        return TablePage(tables=tuple(rows))

    async def prizes(self, tournament: TournamentId) -> PrizePage:
        """The prizes as they grow; of a past tournament those that were won."""
        if tournament in self._house.actors:
            return await self._ask(tournament, AskPrizes())
        stored = await self._stored(tournament)
        won = [one.prize for one in await self._store.results(tournament) if one.place]
        charter = await self._charter(tournament)
        seat = charter.definition.satellite
        prizes = [
            Award(prize, seat=seat is not None and prize >= seat.seat_price_cents)
            for prize in won
            if prize
        ]
        pool = sum(award.cents for award in prizes)
        return PrizePage(prizes=tuple(prizes), final=True, pool=pool, currency=stored.currency)

    async def verify_over(self, tournament: TournamentId) -> None:
        """Hands are shown to everybody once nobody plays any more."""
        if (await self._stored(tournament)).state not in ("finished", "cancelled"):
            raise AccessRefused(Net.CHANNEL, "is_not_over")

    async def deals(self, tournament: TournamentId, left_to_play_for: Cents) -> DealOffers:
        """What the players left could agree on, in numbers (TAMB-98)."""
        return await self._ask(tournament, AskDeals(left_to_play_for=left_to_play_for))

    async def _ask(self, tournament: TournamentId, message: ToTournament[A]) -> A:
        """What a tournament that runs answers in its turn."""
        actor = self._house.actors.get(tournament)
        if actor is None:
            known = await self._store.tournament(tournament)
            raise AccessRefused(Net.UNKNOWN, "no_such_tournament" if known is None else "is_over")
        return await actor.inbox.ask(message)

    # One tournament, running or not

    async def structure(self, tournament: TournamentId) -> StructurePage:
        """What was announced."""
        status = self._board.statuses.get(tournament)
        if status is None:
            charter = await self._charter(tournament)
            starts_ms = charter.terms.starts_ms
        else:
            charter, starts_ms = self._house.actor(tournament).charter, status.starts_ms
        info = info_of(charter.definition, charter.terms.rules, starts_ms=starts_ms)
        return StructurePage(tournament=tournament, starts_ms=starts_ms, info=info)

    async def _charter(self, tournament: TournamentId) -> Charter:
        stored = await self._stored(tournament)
        return read_charter(stored, await self._store.papers(tournament))

    async def _stored(self, tournament: TournamentId) -> StoredTournament:
        found = await self._store.tournament(tournament)
        if found is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_tournament")
        return found

    async def draws(self, tournament: TournamentId, after: int, limit: int) -> DrawPage:
        """What chance decided in it, with the proofs (CASH-02)."""
        stored = await self._stored(tournament)
        found = await self._store.drawn(tournament, after, limit)
        return DrawPage(
            draws=tuple(_proof.decode(one.content) for one in found),
            tournament=tournament,
            name=stored.name,
        )

    async def results(
        self, tournament: TournamentId, offset: int, limit: int
    ) -> tuple[StoredTournament, Sequence[PlayerEntry], int]:
        """A page of results, and how many there are in all."""
        stored = await self._stored(tournament)
        found = [one for one in await self._store.results(tournament) if not one.is_given_back]
        return stored, found[offset : offset + limit], len(found)

    # A player's own

    async def tickets(self, player: PlayerId) -> OwnTickets:
        """The tickets of a player (TRN-13)."""
        held = await self._house.services.prizes.tickets(player)
        return OwnTickets(tickets=[_ticket(one) for one in held])

    async def entries(self, player: PlayerId, before: int, limit: int) -> OwnEntries:
        """What a player has entered, and what became of it."""
        found = list(await self._store.entries_of(player, before, limit))
        kinds = {one.tournament: await self._kind(one.tournament) for one in found}
        return OwnEntries(entries=found, kinds=kinds)

    async def _kind(self, tournament: TournamentId) -> Kind:
        """What a tournament was announced as; it never changes."""
        known = self._kinds.get(tournament)
        if known is None:
            known = (await self._charter(tournament)).definition.kind
            if len(self._kinds) >= KINDS_KNOWN_MAX:
                self._kinds.clear()
            self._kinds[tournament] = known
        return known


def past_row(stored: StoredTournament) -> PastTournament:
    """A stored tournament as a list shows it."""
    return PastTournament(
        tournament=stored.id,
        name=stored.name,
        state=stored.state,
        currency=stored.currency,
        starts_ms=stored.starts_ms,
        started_ms=stored.started_ms,
        ended_ms=stored.ended_ms,
        entries=stored.entries,
    )


def _ticket(held: HeldTicket) -> OwnTicket:
    ticket = held.ticket
    return OwnTicket(
        ticket=str(ticket.asset),
        value=ticket.value,
        currency=ticket.currency,
        target=ticket.target,
        expires_ms=held.expires_ms,
    )
