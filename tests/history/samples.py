"""Hands that the tests read: those of other people where they are there, and our own."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.phh*"))
SHARED = sorted((ROOT.parent / "shared" / "cases" / "phh").glob("*.phhs"))
"""Real hands beside the project; read from there, never copied."""

FILES = [*GOLDEN, *SHARED]

HOLDEM = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [100, 100.25, 80]
actions = [
  "d dh p1 AhKh", "d dh p2 ????", "d dh p3 QsQd",
  "p3 cbr 3.50", "p1 cc # smooth", "p2 f",
  "d db Th9h2c", "p1 cc", "p3 cbr 5", "p1 f",
]
"""
