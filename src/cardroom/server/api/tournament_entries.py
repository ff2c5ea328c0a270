"""HTTP: what a player does in tournaments: enter, buy, sit out, deal; each once per request id."""

from typing import Any

import msgspec
from aiohttp import web

from cardroom.room.requests import Amount, RequestId
from cardroom.room.tournaments.requests import (
    AcceptDeal,
    AddOn,
    BuyBack,
    BuyGames,
    DealNumber,
    DeclineRebuy,
    GameCount,
    GoAway,
    OfferName,
    PlayAgain,
    ProposeDeal,
    RefuseDeal,
    Register,
    TicketWord,
    Unregister,
)
from cardroom.rulebook.tournament.prizes import DealKind
from cardroom.server.api.room import answer_request
from cardroom.server.api.routes import Route
from cardroom.server.api.tournaments import ONE
from cardroom.server.api.visits import Visit
from cardroom.server.sockets.messages import Ack


class Once(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request with its id and nothing else."""

    id: RequestId


class Entering(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How an entry is paid: in cash, at a picked price of a multi-buy-in, or with a ticket."""

    id: RequestId
    price: Amount | None = None
    ticket: TicketWord | None = None


class DealProposal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How everybody left might share the prizes (TAMB-98)."""

    id: RequestId
    kind: DealKind
    left_to_play_for: Amount = 0


class DealAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The number of the proposal that is answered."""

    id: RequestId
    deal: DealNumber


class GamesOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """This many games of an offer, all or none of them (HEX-03)."""

    id: RequestId
    offer: OfferName
    games: GameCount = 1


async def enter_tournament(visit: Visit, body: Entering) -> web.Response:
    """Register, or enter again after being knocked out (TRN-11, TYP-09)."""
    wanted = Register(id=body.id, ch=_channel(visit), price=body.price, ticket=body.ticket)
    return await answer_request(visit, wanted)


async def leave_tournament(visit: Visit, body: Once) -> web.Response:
    """Give an entry back before the start (TRN-12)."""
    return await answer_request(visit, Unregister(id=body.id, ch=_channel(visit)))


async def buy_back(visit: Visit, body: Once) -> web.Response:
    """Buy a further starting stack (TAMB-69)."""
    return await answer_request(visit, BuyBack(id=body.id, ch=_channel(visit)))


async def decline_rebuy(visit: Visit, body: Once) -> web.Response:
    """Do not buy back."""
    return await answer_request(visit, DeclineRebuy(id=body.id, ch=_channel(visit)))


async def add_on(visit: Visit, body: Once) -> web.Response:
    """Buy the chips of the pause (TAMB-69)."""
    return await answer_request(visit, AddOn(id=body.id, ch=_channel(visit)))


async def sit_out_tournament(visit: Visit, body: Once) -> web.Response:
    """Sit out at every hand until further notice (TRN-17)."""
    return await answer_request(visit, GoAway(id=body.id, ch=_channel(visit)))


async def come_back_to_tournament(visit: Visit, body: Once) -> web.Response:
    """Play again (TRN-18)."""
    return await answer_request(visit, PlayAgain(id=body.id, ch=_channel(visit)))


async def propose_deal(visit: Visit, body: DealProposal) -> web.Response:
    """Ask everybody left to share the prizes (TAMB-98)."""
    wanted = ProposeDeal(
        id=body.id,
        ch=_channel(visit),
        kind=body.kind,
        left_to_play_for=body.left_to_play_for,
    )
    return await answer_request(visit, wanted)


async def accept_deal(visit: Visit, body: DealAnswer) -> web.Response:
    """Agree to a deal."""
    return await answer_request(visit, AcceptDeal(id=body.id, ch=_channel(visit), deal=body.deal))


async def refuse_deal(visit: Visit, body: DealAnswer) -> web.Response:
    """Do not agree to a deal."""
    return await answer_request(visit, RefuseDeal(id=body.id, ch=_channel(visit), deal=body.deal))


async def buy_games(visit: Visit, body: GamesOrder) -> web.Response:
    """Enter one or several games on demand (HEX-03)."""
    return await answer_request(visit, BuyGames(id=body.id, offer=body.offer, games=body.games))


def _channel(visit: Visit) -> str:
    return f"tournament:{visit.path_number('tournament')}"


PLAY: dict[str, Any] = {"method": "POST", "answer": Ack, "scope": "play"}

ROUTES = (
    Route(
        **PLAY, path=f"{ONE}/register", handler=enter_tournament, body=Entering,
        summary="Enter for cash or with a ticket; again after being knocked out",
    ),
    Route(
        **PLAY, path=f"{ONE}/unregister", handler=leave_tournament, body=Once,
        summary="Give an entry back before the start",
    ),
    Route(
        **PLAY, path=f"{ONE}/rebuy", handler=buy_back, body=Once,
        summary="Buy a further starting stack",
    ),
    Route(
        **PLAY, path=f"{ONE}/decline-rebuy", handler=decline_rebuy, body=Once,
        summary="Do not buy back: the table need not wait",
    ),
    Route(
        **PLAY, path=f"{ONE}/add-on", handler=add_on, body=Once,
        summary="Buy the chips of the pause",
    ),
    Route(
        **PLAY, path=f"{ONE}/sit-out", handler=sit_out_tournament, body=Once,
        summary="Sit out: dealt in, and folded at once",
    ),
    Route(
        **PLAY, path=f"{ONE}/come-back", handler=come_back_to_tournament, body=Once,
        summary="Play again after sitting out",
    ),
    Route(
        **PLAY, path=f"{ONE}/deal", handler=propose_deal, body=DealProposal,
        summary="Propose a deal at the final table",
    ),
    Route(
        **PLAY, path=f"{ONE}/deal/accept", handler=accept_deal, body=DealAnswer,
        summary="Agree to the deal that is proposed",
    ),
    Route(
        **PLAY, path=f"{ONE}/deal/refuse", handler=refuse_deal, body=DealAnswer,
        summary="Do not agree to the deal that is proposed",
    ),
    Route(
        **PLAY, path="/api/games/buy", handler=buy_games, body=GamesOrder,
        summary="Enter one or several games on demand, all or none",
    ),
)  # fmt: skip
