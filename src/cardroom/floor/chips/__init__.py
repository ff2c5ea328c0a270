"""Chips of a live tournament: the race, the colour-up, and when a denomination is done."""
