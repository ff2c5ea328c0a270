"""What the events of a tournament add to the summary of a simulation."""

from cardroom.tournament.desk_events import ChipsBought, Registered, Unregistered
from cardroom.tournament.events import (
    DealMade,
    HandFinished,
    HandRolledBack,
    KnockedOut,
    Moved,
    MultiplierDrawn,
    PrizeWon,
    TableBroken,
    TournamentEnded,
    TournamentEvent,
)
from cardroom.tournament.simulation.summary import Summary


def count_event(summary: Summary, event: TournamentEvent) -> None:
    """Count what is worth a line."""
    match event:
        case HandFinished():
            summary.hands += 1
        case HandRolledBack():
            summary.rolled_back += 1
        case Moved():
            summary.moves += 1
        case TableBroken():
            summary.tables_broken += 1
        case KnockedOut(cause="disqualified"):
            summary.disqualified += 1
        case Registered():
            summary.entries += 1
        case Unregistered():
            summary.unregistered += 1
        case ChipsBought(kind="rebuy"):
            summary.rebuys += 1
        case ChipsBought():
            summary.addons += 1
        case PrizeWon(award=award):
            summary.seats_won += award.seat
        case MultiplierDrawn(multiplier_tenths=tenths):
            name = f"{tenths // 10}x" if tenths % 10 == 0 else f"{tenths / 10:g}x"
            summary.multipliers[name] = summary.multipliers.get(name, 0) + 1
        case DealMade():
            summary.deals += 1
        case TournamentEnded(cause="cancelled"):
            summary.cancelled += 1
