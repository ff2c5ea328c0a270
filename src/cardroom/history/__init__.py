"""Hand histories: events to text and back, and other people's hands through our engine."""

from cardroom.history.phh import read_hand, read_hands
from cardroom.history.record import HandRecord, Place
from cardroom.history.recording import hand_record
from cardroom.history.replay import judge
from cardroom.history.verdict import REASONS, Verdict
from cardroom.history.writing import write_hand, write_hands

__all__ = [
    "REASONS",
    "HandRecord",
    "Place",
    "Verdict",
    "hand_record",
    "judge",
    "read_hand",
    "read_hands",
    "write_hand",
    "write_hands",
]
