"""Players leave the tournament: busted ones, unless they may buy back, and disqualified ones.

*Busted* is a player without chips; *knocked out* is one who has left.
"""

from cardroom.engine.hand import Hand
from cardroom.tournament.due import Due
from cardroom.tournament.ids import EntryId
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.table import Table


class Knockouts:
    """From the last chip to the free seat; who finishes where is decided in `Standings`."""

    def __init__(self, parts: Parts) -> None:
        self._terms = parts.terms
        self._desk = parts.desk
        self._field = parts.field
        self._bounty_book = parts.bounty_book
        self._deadlines = parts.deadlines

    def after_hand(
        self, table: Table, hand: Hand, busted: list[Entrant], level: int, at_ms: int
    ) -> None:
        """Players have no chips: bounties are taken, some may buy back (TAMB-69, TAMB-72)."""
        if self._bounty_book.is_on:
            for entrant in busted:
                self._bounty_book.take_bounty(table, hand, entrant, at_ms)
        self.remove_disqualified(table, at_ms)
        for entrant in busted:
            if entrant.disqualified:
                continue
            if self._desk.rebuy_offer(entrant.entry, level):
                self._offer_rebuy(entrant.entry, at_ms)
            else:
                self._field.knock_out(entrant, "busted", at_ms)

    def remove_disqualified(self, table: Table, at_ms: int) -> bool:
        """The disqualified players of a table leave it, below all who are in (TAMB-89).

        True when there were any.
        """
        leaving = [one for one in table.seats.values() if one.disqualified]
        for entrant in leaving:
            self.remove(entrant, at_ms)
        return bool(leaving)

    def remove(self, entrant: Entrant, at_ms: int) -> None:
        """A disqualified player leaves with all chips; the bounty is held (TAMB-89).

        Who lost the last of them in this hand is out like everybody else.
        """
        if entrant.stack == 0:
            self._field.knock_out(entrant, "busted", at_ms)
            return
        self._bounty_book.pay_own(entrant.entry, at_ms)
        self._field.knock_out(entrant, "disqualified", at_ms)

    def _offer_rebuy(self, entry: EntryId, at_ms: int) -> None:
        """Hold the seat; the table waits for the answer (TAMB-69)."""
        assert self._terms.rebuy is not None
        until_ms = at_ms + self._terms.rebuy.answer_ms
        self._desk.offer_rebuy(entry, until_ms)
        self._deadlines.add(until_ms, Due("offer", entry))

    def decline_rebuy(self, entry: EntryId, at_ms: int) -> None:
        """The offer is refused or has run out: the player is out (TAMB-69)."""
        self._desk.decline_rebuy(entry)
        self._field.knock_out(self._field.entrants[entry], "busted", at_ms)

    def decline_all_rebuys(self, at_ms: int) -> None:
        """Nobody may buy back any more."""
        for entry in list(self._desk.offers):
            self.decline_rebuy(entry, at_ms)
