"""Lists that the staff keeps: alternates, colleagues, screens, announcements, late moves."""

import msgspec

from cardroom.floor.house_events import (
    AlternateLeft,
    AlternateQueued,
    Announced,
    ChipsExchanged,
    DayStarted,
    DeckChanged,
    DisplayClosed,
    DisplayOpened,
    IncidentNoted,
    SecretRenewed,
    StaffAppointed,
    StaffDismissed,
    StaffRole,
)
from cardroom.floor.log import LogEntry
from cardroom.floor.money_events import EntryWithdrawn
from cardroom.floor.seat_events import (
    HandFinished,
    Place,
    PlayerArrived,
    PlayerMoved,
    PlayerRemoved,
    TableBroken,
)
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was given out: from where to where, and whether the player has arrived."""

    number: int
    """The entry of the log."""
    entry: EntryId
    origin: Place
    place: Place
    since_ms: int
    missed_big_blind: bool = False
    """The hand in which the new seat had the big blind was over before the player sat there:
    evidence, no more (LIVE-22.p2)."""


class Lists:
    """What is written down beside the seats and the money."""

    def __init__(self) -> None:
        self.alternates: dict[int, AlternateQueued] = {}
        self.staff: dict[int, tuple[str, StaffRole]] = {}
        self.displays: dict[int, str] = {}
        self.secrets: dict[EntryId, int] = {}
        """How often the secret of an entry was renewed."""
        self.announcement = ""
        self.incidents: list[LogEntry] = []
        self.decks: dict[int, int] = {}
        """The entry of the last change of deck, by table."""
        self.colour_ups: dict[EntryId, tuple[Chips, Chips]] = {}
        """Exchanges that wait until the player is back (LIVE-19)."""
        self.tickets: dict[EntryId, Ticket] = {}
        """Moves whose players have not arrived (LIVE-22.p1)."""
        self.blind_dodges: list[Ticket] = []

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case AlternateQueued(number=number) as queued:
                self.alternates[number] = queued
            case AlternateLeft(number=number):
                self.alternates.pop(number, None)
            case StaffAppointed(account=account, name=name, role=role):
                self.staff[account] = (name, role)
            case StaffDismissed(account=account):
                self.staff.pop(account, None)
            case DisplayOpened(number=number, label=label):
                self.displays[number] = label
            case DisplayClosed(number=number):
                self.displays.pop(number, None)
            case SecretRenewed(entry=player):
                self.secrets[player] = self.secrets.get(player, 0) + 1
            case Announced(text=text):
                self.announcement = text
            case IncidentNoted():
                self.incidents.append(entry)
            case DeckChanged(table=table):
                self.decks[table] = entry.number
            case ChipsExchanged(entry=player, small=small, large=large) as exchanged:
                self.colour_ups.pop(player, None)
                if exchanged.is_pending:
                    self.colour_ups[player] = (small, large)
            case _:
                self._follow_moves(entry)

    def _follow_moves(self, entry: LogEntry) -> None:
        match entry.event:
            case PlayerMoved(entry=player, origin=origin, place=place):
                self._give_ticket(entry, player, origin, place)
            case TableBroken(moves=moves):
                for move in moves:
                    self._give_ticket(entry, move.entry, move.origin, move.place)
            case HandFinished(table=table, positions=positions, out=out):
                for player, ticket in self.tickets.items():
                    if (ticket.place.table, ticket.place.seat) == (table, positions.big_blind):
                        self.tickets[player] = msgspec.structs.replace(
                            ticket, missed_big_blind=True
                        )
                for one in out:
                    self.tickets.pop(one.entry, None)
            case PlayerArrived(entry=player):
                ticket = self.tickets.pop(player)
                if ticket.missed_big_blind:
                    self.blind_dodges.append(ticket)
            case PlayerRemoved(entry=player) | EntryWithdrawn(entry=player):
                self.tickets.pop(player, None)
            case DayStarted():
                self.tickets = {}
            case _:
                pass

    def _give_ticket(self, entry: LogEntry, player: EntryId, origin: Place, place: Place) -> None:
        self.tickets[player] = Ticket(
            number=entry.number, entry=player, origin=origin, place=place, since_ms=entry.at_ms
        )
