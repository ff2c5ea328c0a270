"""Whole live tournaments by random staff with mistakes, from the first entry to closed books."""

from random import Random

from cardroom.errors import FloorRefused
from cardroom.floor import commands as do
from cardroom.floor.floor import Floor
from cardroom.floor.money.prizes import results
from cardroom.floor.seating.seating import Seating
from cardroom.floor.terms import MINUTE_MS
from cardroom.floor.view import Header, state_of
from cardroom.rulebook.live.floor import DealMethod
from cardroom.tournament.ids import EntryId
from tests.floor.rulings.asking import LIVE
from tests.floor.simulated.desk import BookedFloor
from tests.floor.simulated.matters import Matters
from tests.floor.simulated.terms import random_terms
from tests.floor.staff import decode_log, encode_log

WHY = "the simulation"
HEADER = Header(floor=1, name="Simulated", currency="EUR")


class Evening(BookedFloor):
    """Staff who play one tournament to its end; every step looks at the floor as it is now."""

    def __init__(self, seed: int, players: int) -> None:
        chance = Random(seed)
        super().__init__(chance, random_terms(chance, players))
        self.players = players
        self.pace_ms = chance.choice((20_000, 120_000, 400_000))
        """Time between two steps, at most."""
        self.careless = 0.04 if players < 100 else 4 / players
        """How often somebody undoes something; it takes as long as the log."""
        self.busts = chance.choice(((0, 0, 1, 1, 2), (0, 0, 0, 0, 1, 2), (0, 0, 0, 0, 0, 0, 1)))
        """How many go out in a hand."""
        self.matters = Matters(self)
        self.is_cancelled_by = "before" if chance.random() < 0.02 else ""
        if chance.random() < 0.03:
            self.is_cancelled_by = "during"

    @property
    def seating(self) -> Seating:
        return self.performer.seating

    @property
    def is_over(self) -> bool:
        till = self.floor.till
        one_left = self.floor.field.left == 1 and bool(self.second.rounds)
        return till.deal is not None or till.cancelled is not None or one_left

    def play(self) -> None:
        """From the first entry to closed books."""
        self.register()
        if self.is_cancelled_by == "before" or not self.can_start():
            self.cancel()
        steps = 60 * self.players + 3_000
        while not self.is_over:
            steps -= 1
            assert steps, "the tournament does not end"
            self.now_ms += self.chance.randrange(500, self.pace_ms)
            self.refill()
            self.run_clock()
            self.matters.one()
            self.go_on()
            if self.chance.random() < self.careless:
                self.mistake()
        self.settle()
        self.read_back()

    def go_on(self) -> None:
        """Arrange the tables and play, unless it is over meanwhile."""
        for action in (self.arrange, self.step):
            if not self.is_over:
                action()

    # Before the start

    def register(self) -> None:
        """Open tables and take entries; some are given back."""
        self.must(do.OpenTables())
        names = [f"Player {number}" for number in range(1, self.players + 1)]
        if self.chance.random() < 0.5:
            half = names[: len(names) // 2]
            names = names[len(half) :]
            if half:
                self.must(do.EnterMany(players=tuple(half)))
        for name in names:
            self._enter(name)
            if self.chance.random() < 0.02:
                self.do(do.WithdrawEntry(entry=self.anybody()))
                self._enter(f"{name} again")
            if self.chance.random() < 0.02:
                self.mistake()
        while self.field.left < self.players:
            self._enter(f"Late {len(self.field.names)}")

    def _enter(self, name: str) -> None:
        """An entry; a table that was opened and undone again is opened once more."""
        if not any(True for _ in self.field.open_places(0)):
            self.must(do.OpenTables(count=1))
        self.must(do.Enter(player=name))

    def can_start(self) -> bool:
        """Three players at a table; with two there is no tournament (LIVE-17)."""
        return self.floor.field.left >= self.floor.rules.button.min_players_start

    def refill(self) -> None:
        """Entries that were undone come again; too late for that, the event is called off."""
        while not self.is_over and self.field.left < 3 and not self.second.rounds:
            if not self.seating.is_registering(self.now_ms):
                self.cancel()
            else:
                self._enter("Again")

    def anybody(self) -> EntryId:
        return self.chance.choice(sorted(self.floor.field.places))

    # Time

    def run_clock(self) -> None:
        """Start the clock, and let it run unless a day is over or a deal is talked about."""
        clock = self.floor.level_clock
        if not clock.has_started:
            self.must(do.StartClock())
        elif (
            not clock.is_running and self.floor.days.draw is None and self.floor.till.talks is None
        ):
            self.must(do.ResumeClock())

    def set_clock(self, level: int, left_min: int) -> None:
        self.must(do.SetClock(level=level, left_ms=left_min * MINUTE_MS), WHY)

    # Tables

    def arrange(self) -> None:
        """Do what the floor proposes until it proposes nothing; never in a synchronised hand."""
        for _ in range(10 * len(self.field.tables) + 50):
            waits = not self.floor.hand_for_hand.is_hand_over or self.floor.days.draw is not None
            if waits or self.is_over:
                return
            if self._end_hands():
                continue
            if not (self._join_few() or self._draw_buttons() or self._follow_proposal()):
                return
        raise AssertionError("the tables are never arranged")

    def _end_hands(self) -> bool:
        """Tables are arranged between hands: one in progress is dealt again later."""
        playing = [t.number for t in self.field.tables.values() if t.hand_level is not None]
        for table in playing:
            self.must(do.Misdeal(table=table))
        return bool(playing)

    def _join_few(self) -> bool:
        """A table without enough players to start, or with one player, gets others or breaks."""
        tables = self.field.tables
        if len(tables) < 2:
            return False
        for table in sorted(tables.values(), key=lambda one: -one.number):
            fewest = 3 if table.hands == 0 else 2
            if len(table.players) >= fewest:
                continue
            elsewhere = sum(len(one.open_seats) for one in tables.values() if one is not table)
            if elsewhere >= len(table.players):
                self.must(do.BreakTable(table=table.number))
                return True
            largest = max(tables.values(), key=lambda one: len(one.players))
            entry = self.chance.choice(sorted(largest.players.values()))
            seat = self.chance.choice(table.open_seats)
            self.must(
                do.MovePlayer(entry=entry, table=table.number, seat=seat, cause="initial_balance")
            )
            return True
        return False

    def _draw_buttons(self) -> bool:
        """Draw where no button is, at the table or by the software."""
        undrawn = [
            table for table in self.field.tables.values()
            if table.button is None and table.last is None
        ]  # fmt: skip
        for table in undrawn:
            if not self.do(do.DrawButton(table=table.number)):
                # Too few for a first hand, and no other table: the event does not take place.
                self.cancel()
                return False
        return bool(undrawn)

    def _follow_proposal(self) -> bool:
        if self.is_over:
            return False
        proposal = self.seating.proposal(self.now_ms)
        if proposal.breaks is not None:
            self.must(do.BreakTable(table=proposal.breaks))
        elif proposal.moves:
            self.must(do.Balance())
        else:
            return False
        for entry in sorted(self.field.travelling):
            if self.chance.random() < 0.8:
                self.must(do.Arrive(entry=entry))
        return True

    # Play

    def step(self) -> None:
        """A hand, or whatever comes instead of one."""
        together = self.floor.hand_for_hand
        if self.floor.till.talks is not None:
            self.answer_deal()
        elif self.floor.days.draw is not None:
            self.end_day()
        elif self.is_cancelled_by == "during" and self.chance.random() < 0.1:
            self.cancel()
        elif together.phase != "normal":
            self.play_together()
        elif self._day_ends():
            self.draw_last_hands()
        elif self._bubble() and self.chance.random() < 0.9:
            self.must(do.AnnounceHandForHand())
        elif self.floor.till.prizes is not None and self.field.left <= 5 and self._one_in(12):
            self.propose_deal()
        else:
            self.hand(self.chance.choice(sorted(self.field.tables)))

    def _one_in(self, count: int) -> bool:
        return self.chance.randrange(count) == 0

    @property
    def paid_places(self) -> int:
        return self.floor.paid_places(len(self.field.names))

    def _bubble(self) -> bool:
        left, paid = self.field.left, self.paid_places
        return len(self.field.tables) > 1 and paid < left <= paid + 3

    def hand(self, table: int) -> bool:
        """A hand at a table with random busts, if it may be dealt; whether it was."""
        if self._one_in(4) and self.field.tables[table].hand_level is None:
            self.do(do.StartHand(table=table))
        if self._one_in(20) and self.field.tables[table].hand_level is not None:
            self.must(do.Misdeal(table=table))
        if self._one_in(4) and self.field.tables[table].hand is not None:
            self.matters.during_a_hand()
        try:
            _, dealt = self.seating.hand_to_finish(table, self.now_ms)
        except FloorRefused:
            return False
        bound = self.floor.rebuys.open
        able = [entry for entry in dealt.values() if entry not in bound]
        wanted = self.chance.choice(self.busts)
        most = min(len(able), len(dealt) - 1, self.field.left - 1)
        out = tuple(self.chance.sample(able, min(wanted, most)))
        self.finish(table, out)
        return True

    def finish(self, table: int, out: tuple[EntryId, ...]) -> None:
        """Report a hand, with stacks or with the order that the floor names (LAMB-37)."""
        together = len(out) > 1 or self.floor.hand_for_hand.phase != "normal"
        if out and together and self._one_in(4):
            order = tuple(self.chance.sample(out, len(out)))
            self.must(do.FinishHand(table=table, out=out, order=order), WHY)
            return
        stacks = {entry: self.chance.choice((2_500, 5_000, 7_525)) for entry in out}
        stacks = stacks if together else {}
        self.must(do.FinishHand(table=table, out=out, stacks=stacks))

    # Hand for hand

    def play_together(self) -> None:
        """One step of hand for hand: it ends in the money, and not before."""
        together = self.floor.hand_for_hand
        left, paid = self.field.left, self.paid_places
        if together.is_hand_over:
            playing = [t for t in self.field.tables.values() if t.hand_level is not None]
            if playing:
                self.hand(playing[0].number)
            elif left <= paid:
                assert not self.do(do.DealSynchronised())
                self.must(do.EndHandForHand())
            else:
                assert not self.do(do.EndHandForHand())
                if not self.do(do.DealSynchronised()):
                    # A table waits for a re-buy or for players: the next step sees to that.
                    self.matters.deliver_all()
            return
        busy = [t for t, state in together.tables.items() if state in {"playing", "resolving"}]
        if not busy:
            self.must(do.ResolveTable(table=together.held[0]))
            return
        table = self.chance.choice(busy)
        if together.tables[table] == "playing" and self.chance.random() < 0.3:
            self.must(do.HoldTable(table=table))
            assert not together.shows_cards(self.floor.rules, table)
        elif not self.hand(table):
            self._deal_again()

    def _deal_again(self) -> None:
        """A table of the synchronised hand cannot deal any more: take the hand back."""
        self.matters.deliver_all()
        dealt = [
            entry.number
            for entry in self.floor.log.active()
            if type(entry.event).__name__ == "SynchronisedHandDealt"
        ]
        self.undo(dealt[-1])

    # Days

    def _day_ends(self) -> bool:
        now = self.floor.level_clock.now(self.now_ms)
        return now.level.ends_day and now.following is not None

    def draw_last_hands(self) -> None:
        """Within the last fifteen to five minutes of the level (LIVE-28)."""
        now = self.floor.level_clock.now(self.now_ms)
        if not self.do(do.DrawLastHands(card=self.chance.choice((None, 3, 4, 7)))):
            if now.left_ms > 15 * MINUTE_MS and self.chance.random() < 0.8:
                self.hand(self.chance.choice(sorted(self.field.tables)))
            else:
                self.set_clock(now.number, 10)

    def end_day(self) -> None:
        """The last hands of every table, then bags, and the next morning."""
        playing = [t for t in sorted(self.field.tables) if self.seating.hands_left(t) != 0]
        if playing:
            if not self.hand(self.chance.choice(playing)):
                self._end_day_at_short_tables(playing)
            return
        stacks = self.partition()
        for entry in sorted(self.field.places):
            if entry not in self.floor.days.bags:
                bag = do.BagStack(entry=entry, stack=stacks[entry], bag=f"B{entry}")
                self.must(bag)
        bagged = sum(stack for stack, _ in self.floor.days.bags.values())
        if bagged != self.floor.chip_count.in_play:
            # Bags that were counted before an undo: all of them again.
            for entry, stack in stacks.items():
                self.must(do.BagStack(entry=entry, stack=stack, bag=f"B{entry}"))
        if not self.do(do.StartDay()):
            # The clock was put to the last level meanwhile: there is no day after it.
            self.set_clock(min(6, len(self.terms.levels)), 5)
            self.must(do.StartDay())
        for entry in sorted(self.field.places):
            if self.chance.random() < 0.8:
                self.must(do.CheckId(entry=entry))

    def _end_day_at_short_tables(self, playing: list[int]) -> None:
        """Tables that stop play their hands after players have come, or not at all."""
        self.matters.deliver_all()
        able = [t for t in playing if self.hand(t)]
        if not able:
            drawn = [
                entry.number
                for entry in self.floor.log.active()
                if type(entry.event).__name__ == "LastHandsDrawn"
            ]
            self.undo(drawn[-1])
            self.arrange()

    # Money

    def propose_deal(self) -> None:
        """Talk about a deal; whether it comes to one is decided by everybody."""
        methods: tuple[DealMethod, ...] = ("icm", "chip_chop", "even")
        method = self.chance.choice(methods)
        self.do(do.ProposeDeal(method=method, stacks=self.partition()))

    def answer_deal(self) -> None:
        """Everybody says yes, or one says no and the play goes on."""
        talks = self.floor.till.talks
        assert talks is not None
        waiting = sorted(set(talks.proposed.stacks) - talks.accepted)
        if not waiting:
            self.must(do.ConfirmDeal())
            return
        accepts = self.chance.random() < 0.85
        self.must(do.AnswerDeal(entry=waiting[0], accepts=accepts))

    def cancel(self) -> None:
        """Call the event off: by the formulas, or with amounts of the manager's own."""
        self.matters.deliver_all()
        started = self.floor.level_clock.has_started
        stacks = self.partition() if started else {}
        own = started and self._one_in(4) and self.floor.till.pools.prize >= 2
        amounts = {self.anybody(): 1} if own else {}
        if not self.do(do.Cancel(stacks=stacks, amounts=amounts), WHY):
            # A held prize in the money is decided first (LAMB-54, LAMB-56).
            if self.floor.till.prizes is None:
                self.must(do.FixPrizes())
            assert self.matters.decide_held()
            self.must(do.Cancel(stacks=stacks, amounts=amounts), WHY)

    def mistake(self) -> None:
        """Undo one of the last entries, with all that depends on it."""
        last = self.floor.log.last
        self.undo(self.chance.randrange(max(1, last - 12), last + 1))

    # The end

    def settle(self) -> None:
        """Pay everything and close; mistakes happen here, too."""
        for _ in range(200):
            if self.floor.till.closed:
                break
            self._settle_once()
            if self.chance.random() < 0.3:
                self.mistake()
                if not self.is_over:
                    return self.play_on()
        assert self.floor.till.closed
        for pool in ("places", "bounties", "fees", "staff"):
            assert self.balance(f"floor:1:{pool}:EUR") == 0
        houses = ("desk", "fees", "staff", "overlay", "seized")
        assert sum(self.balance(f"house:{one}:EUR") for one in houses) == 0
        self.look_at_everybody()
        return None

    def play_on(self) -> None:
        """The end was undone: somebody plays again, once the chips that they bought are there."""
        steps = 60 * self.players + 3_000
        while not self.is_over:
            steps -= 1
            assert steps, "the tournament does not end again"
            self.now_ms += 1_000
            self.matters.deliver_all()
            self.refill()
            self.run_clock()
            self.go_on()
        self.settle()

    def _settle_once(self) -> None:
        till = self.floor.till
        if till.cancelled is None:
            self.matters.deliver_all()
            if till.prizes is None:
                self._end_entries()
                self.must(do.FixPrizes())
            self._finish_together()
            self.matters.pay_all()
        self.matters.pay_bounties()
        self.must(do.CloseTournament())

    def _end_entries(self) -> None:
        """A short event can be over before its windows are: the manager puts the clock on."""
        if not self.floor.level_clock.has_started:
            self.must(do.StartClock())
        if self.floor.level_clock.now(self.now_ms).number < len(self.terms.levels):
            self.set_clock(len(self.terms.levels), 5)

    def _finish_together(self) -> None:
        """Tables that still wait in the last synchronised hand finish it."""
        together = self.floor.hand_for_hand
        while not together.is_hand_over:
            busy = [t for t, state in together.tables.items() if state in {"playing", "resolving"}]
            if not busy:
                self.must(do.ResolveTable(table=together.held[0]))
            else:
                self._deal_again()
                together = self.floor.hand_for_hand

    def read_back(self) -> None:
        """A stored log gives the same floor, with the same view and the same results."""
        log = decode_log(encode_log(self.floor.log.entries))
        again = Floor(LIVE, self.terms, log)
        assert state_of(again, HEADER, "manager", self.now_ms) == state_of(
            self.floor, HEADER, "manager", self.now_ms
        )
        assert results(again) == results(self.floor)
        assert not [*self.count.finish((one.entry, one.place, one.prize) for one in results(again))]


def play_evening(seed: int, players: int) -> Evening:
    """A tournament from its first entry to its closed books."""
    evening = Evening(seed, players)
    evening.play()
    return evening
