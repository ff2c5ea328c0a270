"""What is due when in a tournament besides levels and breaks."""

from typing import Literal, NamedTuple

DueKind = Literal["table", "offer", "open_game", "overdue_game"]


class Due(NamedTuple):
    """A table to look at again, an offer that runs out, a HexaPro game that is late (HEX-12)."""

    kind: DueKind
    number: int
