"""Carries out what the staff commands: every command finds the part that verifies it."""

from collections.abc import Sequence

from cardroom.cards import DECK, Card, parse_cards
from cardroom.engine.chance import RandBelow, shuffled
from cardroom.engine.positions import Positions
from cardroom.errors import FloorRefused
from cardroom.floor import commands as do
from cardroom.floor.after_the_end import verify_goes_on
from cardroom.floor.chips.counting import Counting
from cardroom.floor.chips.racing import Racing
from cardroom.floor.days import DayKeeper
from cardroom.floor.disqualifying import Disqualifying
from cardroom.floor.floor import Floor
from cardroom.floor.levels import Levels
from cardroom.floor.log import By
from cardroom.floor.money.calling_off import CallingOff
from cardroom.floor.money.deal_talks import DealTalks
from cardroom.floor.money.desk import MoneyDesk
from cardroom.floor.ordering import Ordering
from cardroom.floor.places import ends_hand_for_hand
from cardroom.floor.seat_events import Place
from cardroom.floor.seating.seating import Seating
from cardroom.floor.staffing import Staffing
from cardroom.tournament.ids import EntryId


class Performer:
    """All parts of a floor that decide; `rand_below` is the chance for draws."""

    def __init__(self, floor: Floor, rand_below: RandBelow) -> None:
        self.floor = floor
        self._rand_below = rand_below
        self.seating = Seating(floor)
        self.levels = Levels(floor)
        self.days = DayKeeper(floor)
        self.racing = Racing(floor)
        self.counting = Counting(floor)
        self.money = MoneyDesk(floor)
        self.talks = DealTalks(floor)
        self.calling_off = CallingOff(floor)
        self.disqualifying = Disqualifying(floor)
        self.ordering = Ordering(floor)
        self.staffing = Staffing(floor)

    def perform(self, command: do.AnyCommand, by: By) -> None:
        """Verify and record; a FloorRefused says why not. The log has grown afterwards."""
        verify_goes_on(self.floor.till, command)
        groups = (
            self._seats, self._hands, self._time, self._chips, self._take, self._pay, self._conduct,
            self._house,
        )  # fmt: skip
        found = any(group(command, by) for group in groups)
        assert found, f"nobody performs {command}"

    def _seats(self, command: do.AnyCommand, by: By) -> bool:
        seating = self.seating
        match command:
            case do.OpenTables(count=count):
                self._open_tables(count, by)
            case do.Enter(player=player, kind=kind, previous=previous):
                seating.take_entry(player, kind, by, self._rand_below, previous=previous)
            case do.EnterMany(players=players):
                for player in players:
                    seating.take_entry(player, "initial", by, self._rand_below)
                    by = by._replace(seen=None)
            case do.HoldSeats(table=table, seats=seats):
                seating.hold_seats(table, seats, by)
            case do.QueueAlternate(player=player, previous=previous):
                seating.queue_alternate(player, previous, by)
            case do.SeatAlternate():
                seating.seat_alternate(by, self._rand_below)
            case do.DropAlternate(number=number):
                seating.drop_alternate(number, by)
            case do.MovePlayer(entry=entry, table=table, seat=seat, cause=cause):
                seating.move(entry, Place(table, seat), by, cause)
            case do.Balance():
                self._balance(by)
            case do.Arrive(entry=entry):
                seating.arrive(entry, by)
            case do.BreakTable(table=table):
                seating.break_table(table, by, self._rand_below)
            case _:
                return False
        return True

    def _open_tables(self, count: int | None, by: By) -> None:
        """As many as were asked for, or as the expected field still needs (LIVE-8)."""
        terms, field = self.floor.terms, self.floor.field
        needed = -(-terms.expected // terms.seats) - len(field.tables)
        wanted = needed if count is None else count
        if wanted < 1:
            raise FloorRefused("LIVE-8", "enough_tables", {"tables": len(field.tables)})
        for _ in range(wanted):
            self.seating.open_table(by)
            by = by._replace(seen=None)

    def _balance(self, by: By) -> None:
        """The first move of the proposal, with its reason (LIVE-14.p2)."""
        moves = self.seating.proposal(by.at_ms).moves
        if not moves:
            raise FloorRefused("LIVE-14.p1", "the_tables_are_even")
        move = moves[0]
        entry = self.floor.field.table(move.from_table).players[move.from_seat]
        place = Place(move.to_table, move.to_seat)
        self.seating.move(entry, place, by, "balancing", move.hands_to_big_blind)

    def _hands(self, command: do.AnyCommand, by: By) -> bool:
        floor, seating = self.floor, self.seating
        match command:
            case do.DrawButton(table=table, cards=texts):
                cards = None if texts is None else {s: _card(one) for s, one in texts.items()}
                seating.draw_button(table, by, cards=cards, rand_below=self._rand_below)
            case do.PlaceButton(table=table, button=button, small_blind=small, big_blind=big):
                seating.place_button(table, Positions(button, small, big), by)
            case do.StartHand(table=table):
                seating.start_hand(table, by)
            case do.Misdeal(table=table):
                seating.misdeal(table, by)
            case do.FinishHand(table=table, out=out, stacks=stacks, order=order):
                seating.finish_hand(table, by, out, stacks, order)
            case do.CorrectOrder(order=order, stacks=stacks):
                self.ordering.correct(order, stacks, by)
            case do.DeclareDead(entry=entry, rule=rule):
                seating.declare_dead(entry, rule, by)
            case do.ChangeDeck(table=table):
                seating.change_deck(table, by)
            case do.AnnounceHandForHand():
                floor.announce_hand_for_hand(floor.field.left, self._paid_places(), by)
            case do.DealSynchronised():
                self._deal_synchronised(by)
            case do.HoldTable(table=table):
                floor.hold_table(table, by)
            case do.ResolveTable(table=table):
                floor.resolve_table(table, by)
            case do.EndHandForHand():
                floor.end_hand_for_hand(floor.field.left, self._paid_places(), by)
                self.levels.run_again(by._replace(seen=None))
            case _:
                return False
        return True

    def _deal_synchronised(self, by: By) -> None:
        tables = sorted(self.floor.field.tables)
        playing = [
            number for number in tables if self.floor.field.tables[number].hand_level is not None
        ]
        together, paid = self.floor.hand_for_hand, self._paid_places()
        over = together.phase != "normal" and together.is_hand_over
        if over and ends_hand_for_hand(self.floor.field.left, paid):
            raise FloorRefused("LIVE-29", "enough_are_out", {"paid_places": paid})
        hands = {number: self.seating.next_hand(number, by.at_ms) for number in tables}
        self.floor.deal_synchronised(tables, by, still_playing=playing, hands=hands)
        self.levels.charge_synchronised_hand(by._replace(seen=None))

    def _paid_places(self) -> int:
        return self.floor.paid_places(len(self.floor.field.names))

    def _time(self, command: do.AnyCommand, by: By) -> bool:
        floor, levels = self.floor, self.levels
        match command:
            case do.StartClock():
                levels.start(by)
            case do.PauseClock():
                levels.pause(by)
            case do.ResumeClock():
                levels.resume(by)
            case do.SetClock(level=level, left_ms=left_ms):
                levels.correct(level, left_ms, by)
            case do.CallClock(entry=entry):
                table = floor.field.place(entry).table
                floor.call_clock(table, entry, by, turbo=floor.terms.turbo)
            case do.StopCalledClock(table=table):
                floor.stop_clock(table, by)
            case do.DrawLastHands(card=card):
                self.days.draw_last_hands(by, self._rand_below, card)
            case do.BagStack(entry=entry, stack=stack, bag=bag):
                self.days.bag(entry, stack, bag, by)
            case do.StartDay():
                self.days.start_day(by, self._rand_below)
            case do.CheckId(entry=entry):
                self.days.check_id(entry, by)
            case _:
                return False
        return True

    def _chips(self, command: do.AnyCommand, by: By) -> bool:
        match command:
            case do.RaceChips(table=table, removed=removed, in_play=in_play, seats=seats) as race:
                self.racing.race(
                    table,
                    by,
                    removed=removed,
                    in_play=in_play or [chip.value for chip in self.floor.terms.chips],
                    seats=seats,
                    cards=self._race_cards(race.cards),
                    drawn_by="software" if race.cards is None else "table",
                )
            case do.ExchangeChips(entry=entry, chips=chips, small=small, large=large) as swap:
                self.counting.exchange(entry, chips, small, large, by, present=swap.present)
            case do.CountTable(table=table, chips=chips):
                self.counting.count_table(table, chips, by)
            case do.NoteStack(entry=entry, stack=stack):
                self.counting.note_stack(entry, stack, by)
            case _:
                return False
        return True

    def _race_cards(self, texts: Sequence[str] | None) -> list[Card]:
        """Cards that were dealt at the table, or a deck that is shuffled here."""
        if texts is None:
            return shuffled(DECK, self._rand_below)
        return [_card(text) for text in texts]

    def _take(self, command: do.AnyCommand, by: By) -> bool:
        floor, money = self.floor, self.money
        match command:
            case do.WithdrawEntry(entry=entry):
                money.withdraw_entry(entry, by)
            case do.AnnounceRebuy(entry=entry, stack=stack):
                money.announce_rebuy(entry, stack, by)
            case do.WithdrawRebuy(entry=entry):
                floor.withdraw_rebuy(entry, by)
            case do.PayRebuy(entry=entry):
                money.pay_rebuy(entry, by)
            case do.DeliverRebuy(entry=entry):
                floor.deliver_rebuy(entry, by)
            case do.SellAddOn(entry=entry):
                money.sell_addon(entry, by)
            case _:
                return False
        return True

    def _pay(self, command: do.AnyCommand, by: By) -> bool:
        money, talks = self.money, self.talks
        match command:
            case do.FixPrizes():
                money.fix_prizes(by)
            case do.PayPrize(entry=entry):
                money.pay_prize(entry, by)
            case do.DecideHeldPrize(entry=entry, pays=pays):
                money.decide_held_prize(entry, by, pays=pays)
            case do.PayBounty(entry=entry, to=to):
                money.pay_bounty(entry, to, by)
            case do.ProposeDeal(method=method, stacks=stacks, amounts=amounts):
                talks.propose(method, stacks, by, amounts)
            case do.AnswerDeal(entry=entry, accepts=accepts):
                (talks.accept if accepts else talks.refuse)(entry, by)
            case do.ConfirmDeal():
                talks.confirm(by)
            case do.Cancel(stacks=stacks, amounts=amounts):
                self.calling_off.cancel(by, stacks, amounts)
            case do.CloseTournament():
                money.close(by)
            case _:
                return False
        return True

    def _conduct(self, command: do.AnyCommand, by: By) -> bool:
        floor = self.floor
        match command:
            case do.AskTheBook(table=table, facts=facts):
                try:
                    floor.rule_on(table, facts, by)
                except ValueError as error:
                    raise FloorRefused("LIVE-1", "does_not_fit", {"said": str(error)}) from None
            case do.OverrideRuling(ruling=ruling, decision=decision):
                floor.override(ruling, decision, by)
            case do.Penalise(entry=entry, type=kind, sanction=sanction, missed_hands=hands):
                if sanction == "disqualification":
                    raise FloorRefused("LAMB-36", "count_the_chips_of_the_player")
                table, hand, level = self._where(entry, by.at_ms)
                floor.penalise(
                    entry, kind, sanction, by,
                    table=table, hand=hand, level=level, missed_hands=hands,
                )  # fmt: skip
            case do.Disqualify(entry=entry, type=kind, stack=stack):
                _, hand, level = self._where(entry, by.at_ms)
                self.disqualifying.disqualify(entry, kind, stack, by, hand=hand, level=level)
            case do.NoteIncident(entry=entry, text=text):
                self.staffing.note_incident(entry, text, by)
            case _:
                return False
        return True

    def _where(self, entry: EntryId, at_ms: int) -> tuple[int, int, int]:
        """Table, hand and level of a player now."""
        place = self.floor.field.place(entry)
        clock = self.floor.level_clock
        level = clock.now(at_ms).number if clock.has_started else 0
        return place.table, self.floor.field.table(place.table).hands + 1, level

    def _house(self, command: do.AnyCommand, by: By) -> bool:
        staffing = self.staffing
        match command:
            case do.Announce(text=text):
                staffing.announce(text, by)
            case do.ChangeTerms(field=field, value=value):
                staffing.change_terms(field, value, by)
            case do.OpenDisplay(label=label):
                staffing.open_display(label, by)
            case do.CloseDisplay(number=number):
                staffing.close_display(number, by)
            case do.RenewSecret(entry=entry):
                staffing.renew_secret(entry, by)
            case do.Appoint(account=account, name=name, role=role):
                staffing.appoint(account, name, role, by)
            case do.Dismiss(account=account):
                staffing.dismiss(account, by)
            case _:
                return False
        return True


def _card(text: str) -> Card:
    try:
        (card,) = parse_cards(text)
    except ValueError as error:
        raise FloorRefused("LIVE-16", "not_a_card", {"said": str(error)}) from None
    if card not in DECK:
        raise FloorRefused("LIVE-16", "not_a_card", {"said": f"'{text}' is no card"})
    return card
