"""Decisions about money: who pays, what is won, when everything is settled."""

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.money.prizes import prizes_now, results
from cardroom.floor.money_events import (
    AddOnSold,
    BountyPaid,
    EntryWithdrawn,
    HeldPrizeDecided,
    PrizePaid,
    PrizesFixed,
    TournamentClosed,
)
from cardroom.floor.parts.results import Result
from cardroom.floor.seating.seating import Seating
from cardroom.floor.terms import Purchase
from cardroom.floor.verifying_terms import addon_level
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


class MoneyDesk:
    """Verifies what the cash desk takes and pays, and writes it to the floor's log."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    # Paying in

    def withdraw_entry(self, entry: EntryId, by: By) -> LogEntry:
        """Give an entry back before the first level begins."""
        floor = self._floor
        floor.till.verify_playing()
        place = floor.field.place(entry)
        if floor.has_begun:
            raise FloorRefused("LIVE-12", "the_tournament_has_started")
        refund = floor.till.paid_by[entry]
        stack = floor.terms.starting_stack
        return floor.record(EntryWithdrawn(entry, refund, stack, place), by)

    def announce_rebuy(self, entry: EntryId, stack: Chips, by: By) -> LogEntry:
        """A player says "re-buy", in the window or in a hand begun in it (LIVE-11.p1, 8.2)."""
        floor = self._floor
        floor.till.verify_playing()
        place = floor.field.place(entry)
        rebuy = floor.terms.rebuy
        if rebuy is None:
            raise FloorRefused("LIVE-11.p1", "no_re_buys_here")
        self._verify_prizes_open()
        self._verify_window(rebuy, place.table, by.at_ms)
        return floor.announce_rebuy(
            entry, by, table=place.table, chips=rebuy.chips, stack=stack,
            starting_stack=floor.terms.starting_stack,
        )  # fmt: skip

    def pay_rebuy(self, entry: EntryId, by: By) -> LogEntry:
        """The cashier has the money of a re-buy."""
        self._verify_prizes_open()
        return self._floor.pay_rebuy(entry, by)

    def _verify_prizes_open(self) -> None:
        """Prizes that are fixed are shares of what was paid until then."""
        if self._floor.till.prizes is not None:
            raise FloorRefused("LIVE-11.p1", "prizes_are_fixed")

    def _verify_window(self, rebuy: Purchase, table: int, at_ms: int) -> None:
        floor = self._floor
        level = floor.level_clock.now(at_ms).number
        hand = floor.field.table(table).hand_level
        honours = floor.rules.seating.rebuy_after_window_from_hand_inside
        if honours and hand is not None:
            level = min(level, hand)
        if level > rebuy.until_level:
            raise FloorRefused("LIVE-11.p1", "re_buys_are_over", {"level": rebuy.until_level})

    def sell_addon(self, entry: EntryId, by: By) -> LogEntry:
        """Chips for any stack, in the first break after the re-buys (LIVE-11.p2)."""
        floor = self._floor
        floor.till.verify_playing()
        floor.field.place(entry)
        addon = floor.terms.addon
        if addon is None:
            raise FloorRefused("LIVE-11.p2", "no_add_ons_here")
        self._verify_prizes_open()
        window = addon_level(floor.terms)
        if floor.level_clock.now(by.at_ms).number != window:
            raise FloorRefused("LIVE-11.p2", "not_the_break_for_add_ons", {"level": window})
        most = floor.rules.seating.addon_limit
        if floor.till.addons.get(entry, 0) >= most:
            raise FloorRefused("LIVE-11.p2", "no_more_add_ons", {"at_most": most})
        return floor.record(AddOnSold(entry, addon.chips, addon.price), by)

    # Paying out

    def fix_prizes(self, by: By) -> LogEntry:
        """Entries, re-buys and add-ons are over: from here on the prizes stay as they are."""
        floor = self._floor
        floor.till.verify_playing()
        if floor.till.prizes is not None:
            raise FloorRefused("LIVE-29", "prizes_are_fixed")
        if Seating(floor).is_registering(by.at_ms):
            raise FloorRefused("LIVE-12", "entries_are_open")
        if floor.rebuys.open or purchases_open(floor, by.at_ms):
            raise FloorRefused("LIVE-11.p1", "chips_are_still_sold")
        table = prizes_now(floor)
        return floor.record(PrizesFixed(table.prizes, table.added), by)

    def pay_prize(self, entry: EntryId, by: By) -> LogEntry:
        """Pay a place against a slip, once; a disqualified player's prize is held (LAMB-54)."""
        result = self._due(entry)
        if result.how == "disqualified":
            raise FloorRefused("LAMB-54", "the_prize_is_held", {"entry": entry})
        return self._floor.record(PrizePaid(entry, result.place, result.prize), by)

    def decide_held_prize(self, entry: EntryId, by: By, *, pays: bool) -> LogEntry:
        """The manager pays a held prize, or keeps it, with a reason (LAMB-54)."""
        result = self._due(entry)
        if result.how != "disqualified":
            raise FloorRefused("LAMB-54", "no_prize_is_held", {"entry": entry})
        if not by.reason.strip():
            raise FloorRefused("LIVE-1", "say_why")
        outcome = HeldPrizeDecided(entry, result.place, result.prize, "paid" if pays else "seized")
        return self._floor.record(outcome, by)

    def _due(self, entry: EntryId) -> Result:
        """A result with a prize that is final and was not paid."""
        floor = self._floor
        floor.till.verify_open()
        if floor.till.prizes is None:
            raise FloorRefused("LIVE-29", "prizes_are_not_fixed")
        if not floor.hand_for_hand.is_hand_over:
            raise FloorRefused("LIVE-29", "tables_have_not_finished")
        found = next((one for one in results(floor) if one.entry == entry), None)
        if found is None:
            raise FloorRefused("LIVE-29", "not_out_yet", {"entry": entry})
        if entry in floor.till.paid:
            raise FloorRefused("LIVE-29", "paid_already", {"entry": entry})
        if not found.prize:
            raise FloorRefused("LIVE-29", "this_place_wins_nothing", {"place": found.place})
        return found

    def pay_bounty(self, entry: EntryId, to: EntryId, by: By) -> LogEntry:
        """Pay the bounty of a player who is out; at the end everybody gets their own (LAMB-47)."""
        floor = self._floor
        amount = floor.till.owed_bounties.get(entry, 0)
        if floor.till.closed:
            raise FloorRefused("LIVE-7", "the_tournament_is_closed")
        if not amount:
            raise FloorRefused("LAMB-47", "no_bounty_to_pay", {"entry": entry})
        if entry in floor.field.places:
            ended = floor.till.deal is not None or floor.field.left == 1
            if not ended or to != entry:
                raise FloorRefused("LAMB-47", "still_in_the_tournament", {"entry": entry})
        elif to not in floor.field.names or to == entry:
            raise FloorRefused("LAMB-47", "not_in_the_tournament", {"entry": to})
        return floor.record(BountyPaid(entry, to, amount), by)

    def close(self, by: By) -> LogEntry:
        """Everything is paid: empty the pools. What nobody can win any more goes to the house."""
        floor = self._floor
        till = floor.till
        if till.closed:
            raise FloorRefused("LIVE-7", "the_tournament_is_closed")
        if till.cancelled is None:
            if till.deal is None and floor.field.left > 1:
                raise FloorRefused("LIVE-7", "the_tournament_is_not_over")
            unpaid = [
                one.entry for one in results(floor) if one.prize and one.entry not in till.paid
            ]
            if till.prizes is None or unpaid:
                raise FloorRefused("LIVE-29", "prizes_are_not_paid", {"entries": unpaid})
        owed = sorted(set(till.owed_bounties) - set(floor.field.disqualified))
        if owed:
            raise FloorRefused("LAMB-47", "bounties_are_not_paid", {"entries": owed})
        return floor.record(TournamentClosed(till.pools), by)


def purchases_open(floor: Floor, at_ms: int) -> bool:
    """Whether somebody may still buy chips (LIVE-11.p1, LIVE-11.p2)."""
    terms = floor.terms
    if terms.rebuy is None:
        return False
    last = terms.rebuy.until_level
    if terms.addon is not None:
        last = addon_level(terms) or last
    clock = floor.level_clock
    return not clock.has_started or clock.now(at_ms).number <= last
