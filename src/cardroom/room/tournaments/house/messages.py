"""What the house of tournaments does one thing after the other, because it concerns several."""

from typing import Generic, TypeVar

from cardroom.ledger import CaseId, PlayerId, TournamentId
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.tournaments.house.offers import AddedOffer, Offer
from cardroom.room.tournaments.messages import Command
from cardroom.room.tournaments.records import NewTournament
from cardroom.room.tournaments.requests import BuyGames, Register, Unregister

A = TypeVar("A")

ADDRESS = "house:tournaments"


class ToHouse(Command[A], Generic[A], frozen=True, kw_only=True):
    """A command to the house of tournaments."""


class PlayerAsksHouse(ToHouse[Answer], frozen=True, kw_only=True):
    """A player wants a seat in games on demand or in a flight, or gives one back."""

    caller: Caller
    request: BuyGames | Register | Unregister
    receipt: Receipt | None


class PutOutOf(ToHouse[None], frozen=True, kw_only=True):
    """A player whom the house keeps out has an entry here (TAMB-102)."""

    tournament: TournamentId
    player: PlayerId
    case: CaseId | None


class CreateTournament(ToHouse[TournamentId], frozen=True, kw_only=True):
    """Announce a tournament that no timetable has."""

    new: NewTournament


class AddOffer(ToHouse[AddedOffer], frozen=True, kw_only=True):
    """Offer what a further file says, from now on."""

    new: Offer


class EndOffer(ToHouse[AddedOffer], frozen=True, kw_only=True):
    """Stop offering what was added."""

    name: str


class LookAfter(ToHouse[None], frozen=True, kw_only=True):
    """See what follows from tournaments that are over, and which games are missing."""


class LookAtTimetable(ToHouse[None], frozen=True, kw_only=True):
    """Announce what is due."""
