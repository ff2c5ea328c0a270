"""Who and where in one tournament."""

from typing import NewType

EntryId = NewType("EntryId", int)
"""One paid start of a player, numbered from 1 in the order of registration; never used again."""

TableNumber = NewType("TableNumber", int)
"""A table of the tournament, numbered from 1 in the order of opening; never used again."""
