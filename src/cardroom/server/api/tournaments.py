"""HTTP: tournaments to look at: lists, single ones, results, and what is one's own in them."""

from typing import Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.hand_pages import Replay, TournamentHand
from cardroom.room.net import Net
from cardroom.room.records import FOR_EVER_MS
from cardroom.room.requests import Number
from cardroom.room.tournaments.actor.deals import DealOffers
from cardroom.room.tournaments.pages.channel import RAIL
from cardroom.room.tournaments.pages.details import PrizePage, TournamentView
from cardroom.room.tournaments.pages.listing import ListFilter, Phase, TournamentsView
from cardroom.room.tournaments.pages.pages import (
    DrawPage,
    GameOffers,
    OwnEntries,
    OwnTickets,
    PastTournaments,
    PlayerPage,
    ResultPage,
    ResultRow,
    StructurePage,
    TablePage,
    TournamentPages,
    past_row,
)
from cardroom.room.tournaments.records import PlayerEntry
from cardroom.server.api.parameters import PageLimit
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit
from cardroom.server.standings import OwnStanding
from cardroom.tournament.definition import Kind


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What a list is narrowed down to; lists are written with commas."""

    kind: tuple[Kind, ...] = ()
    phase: tuple[Phase, ...] = ()
    price_from: Number = 0
    price_to: Number | None = None
    guaranteed: bool = False
    freeroll: bool = False
    mine: bool = False


class Before(msgspec.Struct, frozen=True, kw_only=True):
    """A page of something whose newest comes first."""

    before: Number = FOR_EVER_MS
    limit: PageLimit = 50


class From(msgspec.Struct, frozen=True, kw_only=True):
    """A page of something that has an order."""

    offset: Number = 0
    limit: PageLimit = 50


class LeftToPlayFor(msgspec.Struct, frozen=True, kw_only=True):
    """Cents that the winner is to get on top of the shares of a deal."""

    left_to_play_for: Number = 0


class HandsBefore(msgspec.Struct, frozen=True, kw_only=True):
    """A page of hands, newest first: of one table of the tournament, or of all of them."""

    before: Number = FOR_EVER_MS
    limit: PageLimit = 50
    table: Number = 0


class DrawsAfter(msgspec.Struct, frozen=True, kw_only=True):
    """A page of draws, the first one first."""

    after: Number = 0
    limit: PageLimit = 50


class TournamentHands(msgspec.Struct, frozen=True, kw_only=True):
    """Hands of a tournament that is over, newest first; go on `before` the last one's id."""

    hands: list[TournamentHand]


async def list_tournaments(visit: Visit, wanted: Wanted) -> TournamentsView:
    """What can be entered or watched."""
    if wanted.mine and visit.visitor is None:
        raise AccessRefused(Net.SESSION, "not_logged_in")
    player = None if visit.visitor is None else visit.account.player
    filtered = ListFilter(
        kinds=wanted.kind,
        phases=wanted.phase,
        price_from=wanted.price_from,
        price_to=wanted.price_to,
        guaranteed=wanted.guaranteed,
        freeroll=wanted.freeroll,
        mine=wanted.mine,
    )
    return _pages(visit).listed(filtered, player)


async def past_tournaments(visit: Visit, page: Before) -> PastTournaments:
    """What is over."""
    return await _pages(visit).past(page.before, page.limit)


async def tournament_details(visit: Visit, _body: None) -> TournamentView:
    """One tournament, as the visitor sees it."""
    viewer = RAIL if visit.visitor is None else visit.account.player
    return await _pages(visit).details(_tournament(visit), viewer)


async def tournament_players(visit: Visit, page: From) -> PlayerPage:
    """Who plays, with stacks and places."""
    return await _pages(visit).players(_tournament(visit), page.offset, page.limit)


async def tournament_standing(visit: Visit, _body: None) -> OwnStanding:
    """Where the visitor stands, also far from the largest stacks."""
    player = visit.account.player
    return await visit.services.standings.own(_pages(visit), _tournament(visit), player)


async def tournament_tables(visit: Visit, _body: None) -> TablePage:
    """The tables to watch."""
    return await _pages(visit).tables(_tournament(visit))


async def tournament_prizes(visit: Visit, _body: None) -> PrizePage:
    """What there is to win."""
    return await _pages(visit).prizes(_tournament(visit))


async def tournament_deals(visit: Visit, wanted: LeftToPlayFor) -> DealOffers:
    """What the players left could agree on."""
    return await _pages(visit).deals(_tournament(visit), wanted.left_to_play_for)


async def tournament_structure(visit: Visit, _body: None) -> StructurePage:
    """What was announced."""
    return await _pages(visit).structure(_tournament(visit))


async def tournament_results(visit: Visit, page: From) -> ResultPage:
    """Who came where, and what it won."""
    found = _pages(visit).results(_tournament(visit), page.offset, page.limit)
    stored, entries, count = await found
    rows = [_result(one, await _name(visit, one.player)) for one in entries]
    return ResultPage(tournament=past_row(stored), results=rows, count=count)


async def tournament_draws(visit: Visit, page: DrawsAfter) -> DrawPage:
    """What chance decided, and how to verify it."""
    return await _pages(visit).draws(_tournament(visit), page.after, page.limit)


async def tournament_hands(visit: Visit, page: HandsBefore) -> TournamentHands:
    """What was played, to be watched again."""
    tournament, ports = _tournament(visit), visit.services.ports
    await _pages(visit).verify_over(tournament)
    found = await ports.library.hands_of_tournament(tournament, page.table, page.before, page.limit)
    return TournamentHands(hands=found)


async def tournament_hand(visit: Visit, _body: None) -> Replay:
    """One hand of a tournament that is over, as the rail saw it."""
    tournament, ports = _tournament(visit), visit.services.ports
    await _pages(visit).verify_over(tournament)
    found = await ports.library.watched(tournament, visit.request.match_info["key"])
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_hand")
    return found


async def game_offers(visit: Visit, _body: None) -> GameOffers:
    """What is played on demand."""
    return _pages(visit).offers()


async def own_tickets(visit: Visit, _body: None) -> OwnTickets:
    """The tickets of the player."""
    return await _pages(visit).tickets(visit.account.player)


async def own_entries(visit: Visit, page: Before) -> OwnEntries:
    """The entries and results of the player."""
    return await _pages(visit).entries(visit.account.player, page.before, page.limit)


def _pages(visit: Visit) -> TournamentPages:
    pages = visit.services.ports.tournaments
    if pages is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_tournament")
    return pages


def _tournament(visit: Visit) -> TournamentId:
    return TournamentId(visit.path_number("tournament"))


async def _name(visit: Visit, player: PlayerId) -> str:
    account = await visit.services.ports.accounts.find(player)
    return "" if account is None else account.name


def _result(entry: PlayerEntry, name: str) -> ResultRow:
    return ResultRow(
        entry=entry.entry,
        player=entry.player,
        name=name,
        place=entry.place,
        prize=entry.prize,
        bounties=entry.bounties,
        held=entry.is_held,
    )


ONE = "/api/tournaments/{tournament}"
LOOK: dict[str, Any] = {"method": "GET", "scope": "read", "access": "anyone"}
OWN: dict[str, Any] = {"method": "GET", "scope": "read"}

ROUTES = (
    Route(
        **LOOK, path="/api/tournaments", handler=list_tournaments, answer=TournamentsView,
        params=Wanted, summary="The tournaments that can be entered or watched",
    ),
    Route(
        **LOOK, path="/api/tournaments/past", handler=past_tournaments, answer=PastTournaments,
        params=Before, summary="Tournaments that are over, newest first",
    ),
    Route(
        **LOOK, path="/api/games", handler=game_offers, answer=GameOffers,
        summary="Sit & Gos and HexaPro games on demand",
    ),
    Route(
        **LOOK, path=ONE, handler=tournament_details, answer=TournamentView,
        summary="A tournament that is announced, runs or has just ended",
    ),
    Route(
        **LOOK, path=f"{ONE}/players", handler=tournament_players, answer=PlayerPage, params=From,
        summary="Its players: those in by chips, those out by place",
    ),
    Route(
        **OWN, path=f"{ONE}/standing", handler=tournament_standing, answer=OwnStanding,
        summary="One's own entries in it, and the place by chips",
    ),
    Route(
        **LOOK, path=f"{ONE}/tables", handler=tournament_tables, answer=TablePage,
        summary="Its tables, to watch; also after its end",
    ),
    Route(
        **LOOK, path=f"{ONE}/prizes", handler=tournament_prizes, answer=PrizePage,
        summary="Its prizes for the entries so far; after its end those that were won",
    ),
    Route(
        **LOOK, path=f"{ONE}/deals", handler=tournament_deals, answer=DealOffers,
        params=LeftToPlayFor, summary="What its last players could agree on, in numbers",
    ),
    Route(
        **LOOK, path=f"{ONE}/structure", handler=tournament_structure, answer=StructurePage,
        summary="Its levels, breaks and terms of entry, also after its end",
    ),
    Route(
        **LOOK, path=f"{ONE}/results", handler=tournament_results, answer=ResultPage, params=From,
        summary="Its results by place, also after its end",
    ),
    Route(
        **LOOK, path=f"{ONE}/draws", handler=tournament_draws, answer=DrawPage,
        params=DrawsAfter, summary="What chance decided in it, with proofs",
    ),
    Route(
        **LOOK, path=f"{ONE}/hands", handler=tournament_hands, answer=TournamentHands,
        params=HandsBefore, summary="Its hands once it is over, newest first",
    ),
    Route(
        **LOOK, path=f"{ONE}/hands/{{key}}", handler=tournament_hand, answer=Replay,
        summary="One of its hands once it is over, as spectators saw it",
    ),
    Route(
        **OWN, path="/api/entries", handler=own_entries, answer=OwnEntries, params=Before,
        summary="Your entries and results, newest tournament first",
    ),
    Route(
        **OWN, path="/api/tournament-tickets", handler=own_tickets, answer=OwnTickets,
        summary="Your tickets for tournaments",
    ),
)  # fmt: skip
