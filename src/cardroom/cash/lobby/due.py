"""What is due when in the lobby."""

from typing import Literal, NamedTuple

from cardroom.ledger import PlayerId, TableId

DueKind = Literal["offer", "idle_table"]


class Due(NamedTuple):
    """An offer that runs out, a table that nobody needs any more."""

    kind: DueKind
    table: TableId
    player: PlayerId | None = None
