"""Tournaments: entries, levels, balancing, hand for hand, prizes, formats."""
