"""What every event of the floor has: the keys that it writes and those that it reads."""

import msgspec

Keys = frozenset[str]
"""Keys such as `clock:3`. Whoever reads one relies on its last writer; on all of them if it begins
with `all:`."""
NOTHING: Keys = frozenset()
ADDS_UP = "all:"


def at_table(table: int) -> str:
    """The key of what a table does hand for hand."""
    return f"hand_for_hand:{table}"


class FloorEvent(msgspec.Struct, frozen=True):
    """A recorded fact."""

    @property
    def writes(self) -> Keys:
        """What the event changes."""
        return NOTHING

    @property
    def reads(self) -> Keys:
        """What the event relies on: it falls with whatever was last written there."""
        return NOTHING

    @property
    def concerns(self) -> Keys:
        """What a console must have seen: what the event reads, and what it writes over.

        Keys that add up are not written over: two bust-outs at two tables both count.
        """
        return self.reads | {key for key in self.writes if not key.startswith(ADDS_UP)}
