"""What players ask of a tournament: entries, purchases, sitting out; each a step of its own."""

from typing import Any

from cardroom.errors import EntryRefused, Unavailable
from cardroom.ledger import PlayerId
from cardroom.ledger.tickets import read_ticket
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house_messages import PlayerAsks, SaySeed
from cardroom.room.tournaments.requests import (
    AcceptDeal,
    AddOn,
    AnyTournamentRequest,
    BuyBack,
    DeclineRebuy,
    GoAway,
    PlayAgain,
    ProposeDeal,
    RefuseDeal,
    Register,
    Unregister,
)
from cardroom.tournament.ids import EntryId, PersonId

DONE: Answer = {}


async def carry_out(
    actor: TournamentActor, caller: Caller, request: AnyTournamentRequest, receipt: Receipt | None
) -> Answer:
    """Have a tournament do what a player asks, in its turn, or refuse it."""
    return await actor.inbox.ask(PlayerAsks(caller=caller, request=request, receipt=receipt))


async def do_for_player(actor: TournamentActor, message: PlayerAsks) -> Answer:
    """Do what a player asks, or refuse it."""
    if actor.stopped:
        raise Unavailable("the tournament has stopped")
    caller, request, receipt = message.caller, message.request, message.receipt
    tournament, player = actor.tournament, caller.player
    more: dict[str, Any] = {} if receipt is None else {"receipts": (receipt,)}
    await actor.balances.look_up_cash([player])
    match request:
        case Register():
            return {"entry": await register(actor, caller, request, **more)}
        case Unregister():
            await actor.decide(lambda at_ms: tournament.unregister(player, at_ms), **more)
        case BuyBack():
            await actor.decide(lambda at_ms: tournament.rebuy(player, at_ms), **more)
        case AddOn():
            await actor.decide(lambda at_ms: tournament.add_on(player, at_ms), **more)
        case DeclineRebuy():
            await actor.decide(lambda at_ms: tournament.decline_rebuy(player, at_ms))
        case GoAway():
            await actor.decide(lambda at_ms: tournament.sit_out(player, at_ms))
        case PlayAgain():
            await actor.decide(lambda at_ms: tournament.come_back(player, at_ms))
        case ProposeDeal():
            return {"deal": actor.deals.propose(player, request)}
        case AcceptDeal():
            await actor.deals.accept(player, request)
        case RefuseDeal():
            actor.deals.refuse(player, request)
    return DONE


async def take_seed(actor: TournamentActor, message: SaySeed) -> Answer:
    """Take what a player contributes to the draw of the start (CASH-02)."""
    actor.draws.start.carry_out(message.caller.player, message.request)
    return DONE


async def register(
    actor: TournamentActor, caller: Caller, request: Register, **more: Any
) -> EntryId:
    """Enter a player, with the facts that a freeroll asks for; the house's own are limited."""
    verify_open(actor)
    verify_kind(actor, caller)
    how: dict[str, Any] = {"price": request.price, "person": PersonId(caller.person)}
    if request.ticket is not None:
        how["ticket"] = read_ticket(request.ticket)
        await actor.balances.look_up_tickets(caller.player)
    if actor.charter.definition.freeroll is not None:
        how["facts"] = await actor.facts_of(caller.player)
    return await actor.decide(
        lambda at_ms: actor.tournament.register(caller.player, at_ms, **how), **more
    )


def verify_open(actor: TournamentActor) -> None:
    """Registration may open later than the tournament is announced (TRN-09)."""
    opens_ms = actor.charter.announced.opens_ms
    if actor.clock.now_ms() < opens_ms:
        raise EntryRefused("TRN-09", "registration_is_not_open", {"from_ms": opens_ms})


def verify_kind(actor: TournamentActor, caller: Caller) -> None:
    """Programs and practice players enter where the operator lets them (FAIR-07)."""
    if caller.kind not in actor.admits:
        raise EntryRefused("FAIR-07", "not_for_this_kind_of_account")
    if caller.kind == "practice" and practice_entries(actor) >= practice_max(actor):
        raise EntryRefused("FAIR-07", "enough_practice_players", {"at_most": practice_max(actor)})


def practice_max(actor: TournamentActor) -> int:
    """This many practice players may enter."""
    return actor.practice_players


def practice_entries(actor: TournamentActor) -> int:
    """This many practice players have entered and are in."""
    return sum(actor.kind_of(player) == "practice" for player in actor.tournament.desk.living)


def entered(actor: TournamentActor, player: PlayerId) -> bool:
    """Whether a player is registered or still in."""
    return player in actor.tournament.desk.living
