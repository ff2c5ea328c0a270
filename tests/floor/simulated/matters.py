"""What the staff does between the hands: late players, chips for money, penalties, people."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardroom.floor import commands as do
from cardroom.floor.chips.race import RaceSeat
from cardroom.floor.money.prizes import results
from cardroom.floor.rulings.presence import TimeRequest
from cardroom.floor.verifying_terms import addon_level
from cardroom.tournament.ids import EntryId
from tests.floor.simulated.terms import UNIT

if TYPE_CHECKING:
    from tests.floor.simulated.evening import Evening

WHY = "the simulation"


class Matters:
    """One matter at a time, chosen by chance."""

    def __init__(self, evening: "Evening") -> None:
        self._evening = evening
        self._all: tuple[Callable[[], None], ...] = (
            self.late_entry, self.late_entry, self.alternates, self.rebuy, self.rebuy, self.addons,
            self.penalty, self.disqualify, self.clock, self.deck, self.button, self.race,
            self.count, self.note_stack, self.people, self.ruling, self.reseat, self.change_terms,
            self.order, self.fix_and_pay, self.fix_and_pay, self.arrivals, self.ids, self.nonsense,
        )  # fmt: skip

    def one(self) -> None:
        """Whatever happens now; sells add-ons while their break lasts."""
        evening = self._evening
        if evening.chance.random() < 0.35:
            evening.chance.choice(self._all)()
        if evening.floor.level_clock.now(evening.now_ms).level.is_break:
            self.addons()
        for entry in sorted(evening.floor.rebuys.open):
            if evening.chance.random() < 0.5:
                self._go_on(entry)

    # Entries and chips

    def late_entry(self) -> None:
        """A newcomer, or somebody who is out and comes again."""
        evening = self._evening
        out = sorted(evening.field.old_places)
        if out and evening.chance.random() < 0.6:
            previous = evening.chance.choice(out)
            name = evening.field.names[previous]
            evening.do(do.Enter(player=name, kind="re-entry", previous=previous))
        else:
            evening.do(do.Enter(player=f"Latecomer {len(evening.field.names)}", kind="late"))

    def alternates(self) -> None:
        """Sold out: a line, and seats for those who wait."""
        evening = self._evening
        if evening.chance.random() < 0.3:
            evening.do(do.QueueAlternate(player=f"Waiting {len(evening.field.names)}"))
        if evening.chance.random() < 0.2 and evening.floor.lists.alternates:
            evening.must(do.DropAlternate(number=min(evening.floor.lists.alternates)))
        evening.do(do.SeatAlternate())

    def rebuy(self) -> None:
        """Somebody says it; it may still be taken back, which the house refuses."""
        evening = self._evening
        entry = evening.anybody()
        said = do.AnnounceRebuy(entry=entry, stack=evening.chance.choice((0, 2_500, 20_000)))
        if evening.do(said):
            assert not evening.do(do.WithdrawRebuy(entry=entry))

    def _go_on(self, entry: EntryId) -> None:
        evening = self._evening
        state = evening.floor.rebuys.open[entry].state
        evening.must(
            do.PayRebuy(entry=entry) if state == "announced" else do.DeliverRebuy(entry=entry)
        )

    def deliver_all(self) -> None:
        """Every re-buy that was announced is paid and on the table."""
        while self._evening.floor.rebuys.open:
            self._go_on(min(self._evening.floor.rebuys.open))

    def addons(self) -> None:
        """In their break, to some."""
        evening = self._evening
        clock = evening.floor.level_clock
        if evening.terms.addon is None and evening.chance.random() < 0.9:
            return
        if clock.now(evening.now_ms).number != addon_level(evening.terms):
            return
        for entry in sorted(evening.field.places):
            if evening.chance.random() < 0.3:
                evening.do(do.SellAddOn(entry=entry))

    def race(self) -> None:
        """A denomination leaves a table."""
        evening = self._evening
        table = evening.chance.choice(sorted(evening.field.tables))
        if not evening.floor.days.draw and not evening.floor.days.bags:
            seats = tuple(
                RaceSeat(seat=seat, chips=evening.chance.randrange(9), rest=100)
                for seat in evening.field.tables[table].players
            )
            removed = evening.chance.choice((25, 100))
            evening.do(do.RaceChips(table=table, removed=removed, seats=seats))

    def count(self) -> None:
        """All tables are counted, and the chips are those in play; then one is short."""
        evening = self._evening
        stacks = evening.partition()
        sums = dict.fromkeys(evening.field.tables, 0)
        for entry, stack in stacks.items():
            sums[evening.field.places[entry].table] += stack
        for table, worth in sums.items():
            evening.must(do.CountTable(table=table, chips={UNIT: worth // UNIT}))
        audit = evening.floor.chip_count.audit(tuple(evening.field.tables))
        assert audit.difference == 0
        table = max(sums, key=lambda one: sums[one])
        evening.must(do.CountTable(table=table, chips={UNIT: sums[table] // UNIT - 1}))
        assert evening.floor.chip_count.audit(tuple(evening.field.tables)).difference == -UNIT

    def note_stack(self) -> None:
        self._evening.must(do.NoteStack(entry=self._evening.anybody(), stack=UNIT))

    # Conduct, tables, people

    def penalty(self) -> None:
        """A warning or hands to miss."""
        evening = self._evening
        if evening.chance.random() < 0.5:
            made = do.Penalise(entry=evening.anybody(), type="STALLING", sanction="warning")
        else:
            made = do.Penalise(
                entry=evening.anybody(), type="DEVICE", sanction="missed_hands", missed_hands=3
            )
        evening.must(made, WHY)

    def disqualify(self) -> None:
        """Out for good, with a part of the chips."""
        evening = self._evening
        if evening.chance.random() < 0.2 and evening.field.left > 2:
            entry = evening.anybody()
            if entry in evening.floor.rebuys.open or evening.floor.till.talks is not None:
                return
            units = evening.floor.chip_count.in_play // UNIT // evening.field.left
            stack = UNIT * evening.chance.randrange(1, max(2, units))
            evening.do(do.Disqualify(entry=entry, type="COLLUSION", stack=stack), WHY)

    def clock(self) -> None:
        """A clock is called, and stopped in time or not."""
        evening = self._evening
        entry = evening.anybody()
        table = evening.field.places[entry].table
        if table in evening.floor.clocks.running:
            evening.must(do.StopCalledClock(table=table))
        else:
            evening.must(do.CallClock(entry=entry))

    def deck(self) -> None:
        evening = self._evening
        table = evening.chance.choice(sorted(evening.field.tables))
        evening.do(do.ChangeDeck(table=table))
        evening.do(do.DeclareDead(entry=evening.anybody(), rule="LIVE-10"), WHY)

    def button(self) -> None:
        """The dealer had put the button elsewhere, and the hand stood."""
        evening = self._evening
        table = evening.chance.choice(sorted(evening.field.tables))
        seats = sorted(evening.field.tables[table].players)
        if len(seats) > 2 and evening.floor.hand_for_hand.is_hand_over:
            first = evening.chance.randrange(len(seats))
            button, small, big = (seats[(first + step) % len(seats)] for step in range(3))
            placed = do.PlaceButton(table=table, button=button, small_blind=small, big_blind=big)
            evening.do(placed, WHY)

    def people(self) -> None:
        """Colleagues, screens, secrets, announcements, incidents."""
        evening = self._evening
        evening.must(do.OpenDisplay(label="Hall"))
        evening.must(do.CloseDisplay(number=max(evening.floor.lists.displays)))
        evening.must(do.RenewSecret(entry=evening.anybody()))
        evening.must(do.Announce(text="Welcome"))
        evening.must(do.NoteIncident(entry=evening.anybody(), text="A complaint."))
        evening.must(do.Appoint(account=7, name="Fay", role="floor"))
        evening.must(do.Dismiss(account=7))

    def ruling(self) -> None:
        """The book is asked, and the manager decides otherwise."""
        evening = self._evening
        asked = do.AskTheBook(table=1, facts=TimeRequest(seated=False))
        evening.must(asked)
        number = evening.floor.log.last
        if evening.chance.random() < 0.5:
            evening.must(do.OverrideRuling(ruling=number, decision="give the time"), WHY)

    def reseat(self) -> None:
        """Somebody needs another seat."""
        evening = self._evening
        if not evening.floor.hand_for_hand.is_hand_over or evening.floor.days.draw is not None:
            return
        places = [*evening.field.open_places()]
        entry = evening.anybody()
        if places and len(evening.field.tables[evening.field.places[entry].table].players) > 3:
            place = evening.chance.choice(places)
            evening.do(
                do.MovePlayer(entry=entry, table=place.table, seat=place.seat, cause="special_need")
            )

    def arrivals(self) -> None:
        for entry in sorted(self._evening.field.travelling):
            self._evening.must(do.Arrive(entry=entry))

    def ids(self) -> None:
        for entry in sorted(set(self._evening.field.places) - self._evening.floor.days.checked):
            self._evening.must(do.CheckId(entry=entry))

    def change_terms(self) -> None:
        """Management alters the price, the guarantee or the name on the screens."""
        evening = self._evening
        price = {"prize": evening.chance.randrange(1_000, 9_000, 500), "fee": 500}
        field, value = evening.chance.choice(
            (("host", "Club"), ("guarantee", 50_000), ("price", price), ("expected", 40))
        )
        evening.do(do.ChangeTerms(field=field, value=value), WHY)

    def order(self) -> None:
        """Hands that were reported late change places, or a stack was counted wrongly."""
        evening = self._evening
        out = [one for _, gone in evening.field.out for one in gone]
        if len(out) < 2:
            return
        if evening.chance.random() < 0.5:
            entry = evening.chance.choice(out).entry
            evening.do(do.CorrectOrder(stacks={entry: 3_000}), WHY)
        else:
            some = evening.chance.sample(out, min(len(out), evening.chance.choice((2, 2, 3))))
            evening.do(do.CorrectOrder(order=tuple(one.entry for one in some)), WHY)

    # Money

    def fix_and_pay(self) -> None:
        """Prizes as soon as they can be, and players who are out as they come to the desk."""
        evening = self._evening
        if evening.floor.till.prizes is None:
            evening.do(do.FixPrizes())
        elif evening.floor.hand_for_hand.is_hand_over:
            self.pay_all(share=0.3)

    def pay_all(self, share: float = 1.0) -> None:
        """Prizes, held prizes and bounties of whom they are due to."""
        evening = self._evening
        till = evening.floor.till
        for one in results(evening.floor):
            if one.prize and one.entry not in till.paid and evening.chance.random() < share:
                if one.how == "disqualified":
                    self._decide(one.entry)
                else:
                    evening.must(do.PayPrize(entry=one.entry))
        self.pay_bounties(share)

    def pay_bounties(self, share: float = 1.0) -> None:
        """What is on the heads of players who are out, and at the end on the others'."""
        for entry in sorted(self._evening.floor.till.owed_bounties):
            if self._evening.chance.random() < share:
                self._pay_bounty(entry)

    def during_a_hand(self) -> None:
        """Somebody sits down, leaves or says "re-buy" in the middle of a hand."""
        evening = self._evening
        for matter in (self.late_entry, self.disqualify, self.rebuy):
            if evening.chance.random() < 0.4 and not evening.is_over:
                matter()

    def decide_held(self) -> int:
        """Every held prize is paid or kept; how many there were."""
        floor = self._evening.floor
        held = [
            one.entry
            for one in results(floor)
            if one.how == "disqualified" and one.prize and one.entry not in floor.till.paid
        ]
        for entry in held:
            self._decide(entry)
        return len(held)

    def _decide(self, entry: EntryId) -> None:
        pays = self._evening.chance.random() < 0.5
        self._evening.must(do.DecideHeldPrize(entry=entry, pays=pays), WHY)

    def _pay_bounty(self, entry: EntryId) -> None:
        evening = self._evening
        if entry in evening.field.places:
            if evening.is_over:
                evening.must(do.PayBounty(entry=entry, to=entry))
            return
        others = sorted(set(evening.field.names) - {entry})
        evening.must(do.PayBounty(entry=entry, to=evening.chance.choice(others)))

    # What nobody may do

    def nonsense(self) -> None:
        """An unknown table or seat, a double bust-out, chips that are not there: refused."""
        evening = self._evening
        entry = evening.anybody()
        table = evening.field.places[entry].table
        out = sorted(evening.field.old_places)
        nonsense: tuple[do.AnyCommand, ...] = (
            do.StartHand(table=9_999),
            do.MovePlayer(entry=entry, table=table, seat=11, cause="special_need"),
            do.FinishHand(table=table, out=(entry, entry)),
            do.NoteStack(entry=entry, stack=10**11),
            do.BagStack(entry=EntryId(999_999), stack=25, bag="x"),
            *(do.FinishHand(table=table, out=(one,)) for one in out[:1]),
            do.Arrive(entry=EntryId(999_999)),
        )
        for command in nonsense:
            before = evening.floor.log.last
            assert not evening.do(command)
            assert evening.floor.log.last == before
