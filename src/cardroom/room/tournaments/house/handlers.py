"""Who does what a message asks of a tournament: one function for each, in its turn."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from cardroom.room.tournaments import house_messages as messages
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house import adjustments, entering, phases, queues, seats, staff
from cardroom.room.tournaments.house.putting_out import put_out
from cardroom.room.tournaments.messages import ToTournament
from cardroom.room.tournaments.pages import answering

Handler = Callable[[TournamentActor, Any], Awaitable[object]]


async def _lost(actor: TournamentActor, message: messages.PlayerLost) -> None:
    await actor.reach.lost(message.player)


async def _back(actor: TournamentActor, message: messages.PlayerBack) -> None:
    await actor.reach.back(message.player)


HANDLERS: Mapping[type[ToTournament[Any]], Handler] = {
    messages.PlayerAsks: entering.do_for_player,
    messages.PlayerSays: answering.say,
    messages.SaySeed: entering.take_seed,
    messages.PlayerLost: _lost,
    messages.PlayerBack: _back,
    messages.PausePlay: staff.decide_for_staff,
    messages.ResumePlay: staff.decide_for_staff,
    messages.ChangeLevelTimes: staff.decide_for_staff,
    messages.ChangeBreaks: staff.decide_for_staff,
    messages.ReviewPlayer: staff.decide_for_staff,
    messages.LiftReview: staff.decide_for_staff,
    messages.Disqualify: staff.decide_for_staff,
    messages.TryAgain: staff.try_again,
    messages.PreviewCancel: staff.preview_cancel,
    messages.CancelAsPreviewed: staff.cancel,
    messages.DelayStart: adjustments.delay,
    messages.ChangePracticePlayers: adjustments.change_practice_players,
    messages.PutOut: put_out,
    messages.ChangeSeats: queues.change_seats,
    messages.FinishWork: queues.finish_work,
    messages.EnterSurvivors: phases.enter_survivors,
    messages.CarryOver: phases.carry_over,
    messages.AskFlight: phases.flight_of,
    messages.VerifyFlightEntry: phases.verify_entry,
    messages.AskWinners: seats.find_winners,
    messages.AskSeatTarget: seats.say_who_is_taken,
    messages.GiveSeats: seats.give_seats,
    messages.TakeWonSeat: seats.take_won_seat,
    messages.TellListeners: answering.tell_listeners,
    messages.AskView: answering.show,
    messages.AskPlayers: answering.show,
    messages.AskTables: answering.show,
    messages.AskPrizes: answering.show,
    messages.AskDeals: answering.show,
}


async def receive(actor: TournamentActor, message: ToTournament[Any]) -> object:
    """Do what a message asks, or refuse it."""
    return await HANDLERS[type(message)](actor, message)
