"""Hand histories: events to text and back, and other people's hands through our engine."""

from cardroom.history.from_record import played_hand
from cardroom.history.narrated import (
    NarratedHand,
    PlayedHand,
    TournamentInfo,
    narrate,
    tracker_number,
)
from cardroom.history.narrated_phh import phh_of, record_of
from cardroom.history.ohh import ohh_of, ohhs_of
from cardroom.history.phh import read_hand, read_hands
from cardroom.history.record import HandRecord, Place
from cardroom.history.recording import hand_record
from cardroom.history.replay import judge
from cardroom.history.text import text_of, texts_of
from cardroom.history.verdict import REASONS, Verdict
from cardroom.history.writing import write_hand, write_hands

__all__ = [
    "REASONS",
    "HandRecord",
    "NarratedHand",
    "Place",
    "PlayedHand",
    "TournamentInfo",
    "Verdict",
    "hand_record",
    "judge",
    "narrate",
    "ohh_of",
    "ohhs_of",
    "phh_of",
    "played_hand",
    "read_hand",
    "read_hands",
    "record_of",
    "text_of",
    "texts_of",
    "tracker_number",
    "write_hand",
    "write_hands",
]
