"""Players whom the house keeps apart get seats at different tables where there are any (AMB-74).

Who they are is asked at each decision and is in no event: what follows from it is, so that a
replay asks nothing.
"""

from collections.abc import Callable, Collection

from cardroom.engine.chance import RandBelow, drawn
from cardroom.ledger import PlayerId
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.field_state import FieldState

PartnersOf = Callable[[PlayerId], Collection[PlayerId]]
"""Whom a player is kept apart from."""


def no_partners(player: PlayerId) -> Collection[PlayerId]:
    """Where the house keeps nobody apart, everybody sits where they were drawn (TRN-04)."""
    del player
    return ()


class KeepingApart:
    """Finds out who would meet whom; seats and moves ask it, and record what comes of it."""

    def __init__(self, field: FieldState, partners_of: PartnersOf) -> None:
        self._field = field
        self._partners_of = partners_of

    def tables_of(self, player: PlayerId) -> set[TableNumber]:
        """The tables where somebody sits whom this player is kept apart from."""
        return {one.table for one in self.partners(player)}

    def partners(self, player: PlayerId) -> list[Entrant]:
        """Those who are in, and whom this player is kept apart from."""
        found = (self._field.find(one) for one in self._partners_of(player))
        return [one for one in found if one is not None]

    def meets(self, player: PlayerId, table: TableNumber) -> bool:
        """Whether a partner sits at a table."""
        return table in self.tables_of(player)

    def draw_exchange(self, rand_below: RandBelow) -> tuple[Entrant, Entrant] | None:
        """Two who exchange their seats, so that fewer partners sit at one table.

        Drawn among all exchanges that help most: of one of those who meet with anybody at another
        table, so that nobody learns from it who of the table was meant.
        """
        for entrant in self._field.entrants.values():
            here = [one for one in self.partners(entrant.player) if one.table == entrant.table]
            helps: dict[int, list[tuple[Entrant, Entrant]]] = {}
            for one in (entrant, *here) if here else ():
                for other in self._field.entrants.values():
                    if one.table != other.table:
                        helps.setdefault(self._fewer(one, other), []).append((one, other))
            most = max(helps, default=0)
            if most > 0:
                return drawn(helps[most], rand_below)
        return None

    def _fewer(self, one: Entrant, other: Entrant) -> int:
        """How many fewer meet when these two have exchanged their seats."""
        before = self._met(one, one.table) + self._met(other, other.table)
        after = self._met(one, other.table, but=other) + self._met(other, one.table, but=one)
        return before - after

    def _met(self, entrant: Entrant, table: TableNumber, *, but: Entrant | None = None) -> int:
        partners = self.partners(entrant.player)
        return sum(one.table == table for one in partners if one is not but)
