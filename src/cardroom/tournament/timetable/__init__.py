"""Which tournaments the house offers, and when: files, start times, games on demand."""

from cardroom.tournament.timetable.files import read_timetable
from cardroom.tournament.timetable.game_queues import GameQueues, QueueStep
from cardroom.tournament.timetable.missed import Look, Missed, MissedStart, look, missed_start
from cardroom.tournament.timetable.occurrences import Occurrence, OccurrenceKey, occurrences
from cardroom.tournament.timetable.queue_events import OpenGame, WaitingPlayer
from cardroom.tournament.timetable.starter_files import starter_files
from cardroom.tournament.timetable.timetable import HouseDefaults, OnDemand, Scheduled, Timetable

__all__ = [
    "GameQueues",
    "HouseDefaults",
    "Look",
    "Missed",
    "MissedStart",
    "Occurrence",
    "OccurrenceKey",
    "OnDemand",
    "OpenGame",
    "QueueStep",
    "Scheduled",
    "Timetable",
    "WaitingPlayer",
    "look",
    "missed_start",
    "occurrences",
    "read_timetable",
    "starter_files",
]
