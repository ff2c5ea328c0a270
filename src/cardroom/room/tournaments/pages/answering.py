"""What a tournament answers to its pages, in its turn: everything that it says is stored."""

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.room.notices import ChatSaid
from cardroom.room.ports import Answer
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.deals import DealOffers
from cardroom.room.tournaments.house_messages import (
    AskDeals,
    AskPlayers,
    AskPrizes,
    AskTables,
    AskView,
    PlayerSays,
    TellListeners,
)
from cardroom.room.tournaments.pages.details import (
    PlayerRow,
    PrizePage,
    TableRow,
    TournamentView,
    player_rows,
    prize_page,
    table_rows,
    tournament_view,
)

Page = TournamentView | tuple[PlayerRow, ...] | tuple[TableRow, ...] | PrizePage | DealOffers


async def show(
    actor: TournamentActor, message: AskView | AskPlayers | AskTables | AskPrizes | AskDeals
) -> Page:
    """What a page asks for."""
    match message:
        case AskView(viewer=viewer):
            return tournament_view(actor, actor.services.names, viewer)
        case AskPlayers():
            return player_rows(actor, actor.services.names)
        case AskTables():
            return table_rows(actor)
        case AskPrizes():
            return prize_page(actor)
        case AskDeals(left_to_play_for=left_to_play_for):
            return actor.deals.offers(left_to_play_for)


async def tell_listeners(actor: TournamentActor, message: TellListeners) -> None:  # noqa: ARG001
    """Let channels and lists show what has changed."""
    for listener in actor.listeners:
        listener.look(actor)


async def say(actor: TournamentActor, message: PlayerSays) -> Answer:
    """Have everybody who follows the tournament read what an entrant says (FAIR-01)."""
    caller = message.caller
    if all(entry.player != caller.player for entry in actor.tournament.desk.entries.values()):
        raise AccessRefused(Net.CHAT, "only_entrants_talk")
    line = ChatSaid(player=caller.player, name=caller.name, text=message.text)
    for listener in actor.listeners:
        listener.said(actor, line)
    return {}
