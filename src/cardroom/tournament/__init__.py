"""Tournaments: entries, levels, balancing, hand for hand, prizes, formats."""

from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import FORMATS, definition_of
from cardroom.tournament.definition.file import read_definition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Step
from cardroom.tournament.record import decode_events, encode_events
from cardroom.tournament.terms import Terms
from cardroom.tournament.tournament import Tournament

__all__ = [
    "FORMATS",
    "Definition",
    "Desk",
    "EntryId",
    "Step",
    "TableNumber",
    "Terms",
    "Tournament",
    "TournamentEvent",
    "decode_events",
    "definition_of",
    "encode_events",
    "read_definition",
    "terms_of",
]
