"""What goes wrong in a simulated tournament, and how often."""

import msgspec


class Disruptions(msgspec.Struct, frozen=True, kw_only=True):
    """Chances in ten thousand: per hand, or per decision, entry or tournament where it says so."""

    disconnects: int = 60
    sits_out: int = 40
    asks_rebuy: int = 2_500
    """Per player with a small stack while re-buys are sold."""
    rolls_back: int = 10
    crashes: int = 1
    pauses: int = 3
    disqualifies: int = 2
    reviews: int = 2
    deals: int = 100
    """Per hand at a final table in the money."""
    times_out_per_decision: int = 20
    absent_per_entry: int = 300
    unregisters_per_entry: int = 300
    late_per_entry: int = 2_500
    ticket_per_entry: int = 1_000
    reenters_per_bust: int = 4_000
    cancels_per_tournament: int = 800


CALM = Disruptions(
    disconnects=0,
    sits_out=0,
    rolls_back=0,
    crashes=0,
    pauses=0,
    disqualifies=0,
    reviews=0,
    deals=0,
    times_out_per_decision=0,
    absent_per_entry=0,
    unregisters_per_entry=0,
    late_per_entry=0,
    cancels_per_tournament=0,
)
"""Everybody comes, stays and plays to the end."""
