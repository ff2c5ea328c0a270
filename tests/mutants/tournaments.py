"""Bugs in tournaments: who sits where, who finishes where, who is paid what."""

from tests.mutants.mutant import Mutant

SEATS = ("tournament/tables", "tournament/play", "tournament")
PLACES = ("tournament/play", "tournament")
PRIZES = ("tournament/prizes", "tournament")
DESK = ("tournament/desk", "tournament")
ROOM = ("room/tournaments",)
MUTANTS = (
    Mutant(
        "tables stay uneven", "nobody is moved until the tables differ by three (BAL-03, TAMB-53)",
        "tournament/tables/balancing.py", "sizes.smallest > self._rules.spread_max",
        "sizes.smallest > self._rules.spread_max + 1", SEATS,
    ),
    Mutant(
        "a table too many", "a table is kept that nobody needs (BAL-06, TAMB-56)",
        "tournament/tables/balancing.py",
        "sizes.seated <= (sizes.tables - 1)", "sizes.seated < (sizes.tables - 1)", SEATS,
    ),
    Mutant(
        "moved to the largest", "a player is moved to a table that has more (BAL-04)",
        "tournament/tables/sizes.py", "        for pool in self._all:\n            excluded = ",
        "        for pool in reversed(self._all[:-1]):\n            excluded = ", SEATS,
    ),
    Mutant(
        "the first free seat", "a moved player does not wait longest for the big blind (TAMB-55)",
        "tournament/tables/new_seats.py", "    return best_seat(table.big_blind, taken, seats)",
        "    return free_seats(taken, seats)[0]", SEATS,
    ),
    Mutant(
        "bought chips replace the stack", "a re-buy takes the chips that were there (TAMB-69)",
        "tournament/tables/field_state.py", "self.entrants[event.entry].stack += event.chips",
        "self.entrants[event.entry].stack = event.chips", SEATS,
    ),
    Mutant(
        "fewer chips finish higher", "two out in one hand take each other's places (TRN-20)",
        "tournament/play/finishing.py", "key=lambda one: -one[1])", "key=lambda one: one[1])",
        PLACES,
    ),
    Mutant(
        "a place twice", "two out in one hand take places that others have (TAMB-61)",
        "tournament/play/standings.py", "lowest = self._field.left + self._finishing.out",
        "lowest = self._field.left + 1", PLACES,
    ),
    Mutant(
        "the prize of the place above", "the second place wins the first prize (TRN-22)",
        "tournament/prizes/payouts.py", "award = self.structure[place - 1] if",
        "award = self.structure[max(0, place - 2)] if", PRIZES,
    ),
    Mutant(
        "odd cents are lost", "what rounding leaves goes to nobody (TAMB-42)",
        "tournament/prizes/structures.py",
        "    prizes[0] += pool - sum(prizes)\n    return tuple(Award(prize) for prize in prizes)\n",
        "    return tuple(Award(prize) for prize in prizes)\n", PRIZES,
    ),
    Mutant(
        "the house adds a cent less", "a pool stays below its guarantee (TYP-01, TAMB-66)",
        "tournament/prizes/structures.py", "return max(0, guarantee - contributions)",
        "return max(0, guarantee - contributions - 1)", PRIZES,
    ),
    Mutant(
        "paid again", "a prize is paid with every further knock-out (TAMB-62)",
        "tournament/prizes/payouts.py", "        del self.waiting[event.entry]\n",
        "        str(self.waiting[event.entry])\n", PRIZES,
    ),
    Mutant(
        "nothing on the head", "a progressive bounty adds nothing to its taker (TAMB-73)",
        "tournament/prizes/bounty_book.py", "self.bounties[event.by] += event.added",
        "self.bounties[event.by] += 0 * event.added", PRIZES,
    ),
    Mutant(
        "bounties of both are kept", "of a shared bounty only the first share is paid (TAMB-72)",
        "tournament/prizes/bounties.py", "index < odd) for index in range(count))",
        "index < odd) * (index == 0) for index in range(count))", PRIZES,
    ),
    Mutant(
        "chips for nothing", "re-buys and add-ons are not charged (TAMB-69)",
        "tournament/desk/purchases.py",
        "self.journal.pay(self.money.enter(entry.player, price, purchase=number,",
        "str(self.money.enter(entry.player, price, purchase=number,", DESK,
    ),
    Mutant(
        "tickets come back as cash", "an entry that a ticket paid is given back in cash (TRN-13)",
        "tournament/desk/desk.py",
        '        if entry.payment.means != "seat":\n            return entry.payment\n',
        '        if entry.payment.means != "seat":\n            return CASH\n', DESK,
    ),
    Mutant(
        "fees of a cancelled one are kept", "players left do not get their fees (CXL-03)",
        "tournament/play/cancelling.py", "            fees = self._desk.entries[entry].fees\n",
        "            fees = 0 * self._desk.entries[entry].fees\n", PRIZES,
    ),
    Mutant(
        "the other half", "all of a cancelled pot is shared equally (CXL-03, TAMB-82)",
        "tournament/prizes/cancellation.py", "    percent = cancellation.equal_part_percent\n",
        "    percent = 2 * cancellation.equal_part_percent\n", PRIZES,
    ),
    Mutant(
        "told before it is stored", "players hear of a step that may never be (TRN-25)",
        "room/tournaments/actor/actor.py",
        "        try:\n            await (write or self._writer.write)(prepared)\n",
        "        self._publisher.news.tell(self.tournament, prepared.events)\n"
        "        try:\n            await (write or self._writer.write)(prepared)\n",
        ROOM,
    ),
    Mutant(
        "forgotten in a rebuild", "hands in progress are not rolled back by a restart (TRN-25)",
        "tournament/tournament.py", "            self.crash(down_since_ms)\n",
        "            str(down_since_ms)\n", ROOM,
    ),
)  # fmt: skip
