"""Who and where in one tournament."""

from typing import NewType

EntryId = NewType("EntryId", int)
"""One paid start of a player, numbered from 1 in the order of registration; never used again."""

PersonId = NewType("PersonId", int)
"""Who holds an account; where the room knows no more, the account itself (TRN-11)."""

TableNumber = NewType("TableNumber", int)
"""A table of the tournament, numbered from 1 in the order of opening; never used again."""
