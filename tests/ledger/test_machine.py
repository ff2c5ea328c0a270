"""Random business against a model that knows nothing of entries: purses, stacks and piles."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition
from hypothesis.stateful import rule as step

from cardroom.errors import TransferRefused
from cardroom.ledger import (
    Answer,
    Kind,
    Ledger,
    PlayerId,
    SettledHand,
    TournamentId,
    Transfer,
    settle_hand,
)
from cardroom.ledger.accounts import (
    MAY_BE_NEGATIVE,
    CaseId,
    escrow,
    held,
    house,
    player_cash,
    read_account,
    suspense,
    withdrawal,
)
from cardroom.ledger.banking import cancel_withdrawal, deposit, pay_withdrawal, request_withdrawal
from cardroom.ledger.cases import confiscate_hold, place_hold, release_hold
from cardroom.ledger.overrides import reverse, take_back
from cardroom.ledger.suspense import due_to_charity, resolve_suspense, suspend
from cardroom.ledger.tables import buy_in, cash_out
from cardroom.ledger.tournaments import Price, TournamentMoney
from tests.ledger.scene import DAY_MS, TABLE, audit, hand, stored, totals

PLAYERS = st.sampled_from([PlayerId(1), PlayerId(2), PlayerId(3)])
AMOUNTS = st.integers(1, 300)
EVENT = TournamentMoney(TournamentId(7), "EUR")


class Business(RuleBasedStateMachine):
    """What may happen to money, and a count of it on fingers."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.purse: Counter[int] = Counter()
        self.stack: Counter[int] = Counter()
        self.aside: dict[str, tuple[int, int]] = {}
        self.pool = self.fees = self.rake = self.outside = self.gone = self.overlay = 0
        self.played: list[SettledHand] = []
        self.hands = 0
        self.now = 1
        self.serial = 0

    def next(self) -> str:
        """A name that was not used yet."""
        self.serial += 1
        return str(self.serial)

    def apply(self, transfer: Transfer, possible: bool) -> bool:
        """Apply, and agree with the model on whether that can be; a refusal changes nothing."""
        before = dict(self.ledger.balances), self.ledger.head
        if possible:
            assert self.ledger.apply(transfer) is Answer.APPLIED
            assert self.ledger.apply(transfer) is Answer.ALREADY_APPLIED
        else:
            with pytest.raises(TransferRefused):
                self.ledger.apply(transfer)
            assert (dict(self.ledger.balances), self.ledger.head) == before
        return possible

    @initialize()
    def open_the_doors(self) -> None:
        for player in (PlayerId(1), PlayerId(2), PlayerId(3)):
            self.pay_in(player, 300)

    @step(player=PLAYERS, amount=AMOUNTS)
    def pay_in(self, player: PlayerId, amount: int) -> None:
        transfer = deposit(player, amount, "EUR", reference=self.next(), at_ms=self.now)
        if self.apply(transfer, True):
            self.purse[player] += amount
            self.outside -= amount

    @step(player=PLAYERS, amount=AMOUNTS)
    def sit_down(self, player: PlayerId, amount: int) -> None:
        transfer = buy_in(TABLE, player, amount, "EUR", request=self.next(), at_ms=self.now)
        if self.apply(transfer, amount <= self.purse[player]):
            self.purse[player] -= amount
            self.stack[player] += amount

    @step(player=PLAYERS, amount=AMOUNTS)
    def stand_up(self, player: PlayerId, amount: int) -> None:
        transfer = cash_out(TABLE, player, amount, "EUR", request=self.next(), at_ms=self.now)
        if self.apply(transfer, amount <= self.stack[player]):
            self.stack[player] -= amount
            self.purse[player] += amount

    @step(winner=PLAYERS, loser=PLAYERS, amount=AMOUNTS, rake=st.integers(0, 5))
    def play_a_hand(self, winner: PlayerId, loser: PlayerId, amount: int, rake: int) -> None:
        rake = min(rake, amount)
        deltas = Counter({winner: amount - rake})
        deltas[loser] -= amount
        after = {who: max(0, self.stack[who] + deltas[who]) for who in deltas}
        self.hands += 1
        played = hand(self.hands, dict(deltas), after, rake=rake, at_ms=self.now)
        possible = all(self.stack[who] + deltas[who] >= 0 for who in deltas)
        if self.apply(settle_hand(played), possible):
            self.stack.update(deltas)
            self.rake += rake
            self.played.append(played)

    @precondition(lambda self: self.played)
    @step(data=st.data())
    def take_a_hand_back(self, data: st.DataObject) -> None:
        played = data.draw(st.sampled_from(self.played))
        back = reverse(settle_hand(played), operator="op", note="malfunction", at_ms=self.now)
        stays = (self.stack[who] >= delta for who, delta in played.deltas.items())
        if self.apply(back, all(stays)):
            self.stack.subtract(played.deltas)
            self.rake -= played.rake
            self.played.remove(played)

    @precondition(lambda self: self.played)
    @step(data=st.data(), paid_by_house=st.integers(0, 20))
    def give_a_hand_back_in_cash(self, data: st.DataObject, paid_by_house: int) -> None:
        """Whoever has left or spent it: the house pays some of what a winner gives (AMB-24)."""
        played = data.draw(st.sampled_from(self.played))
        winners = {who: delta for who, delta in played.deltas.items() if delta > 0}
        missing = {who: min(delta, paid_by_house) for who, delta in winners.items()}
        missing = {who: amount for who, amount in missing.items() if amount}
        back = take_back(played, missing, operator="op", note="malfunction", at_ms=self.now)
        gives = {who: delta - missing.get(who, 0) for who, delta in played.deltas.items()}
        if self.apply(back, all(self.purse[who] >= amount for who, amount in gives.items())):
            self.purse.subtract(gives)
            self.rake -= played.rake
            self.overlay -= sum(missing.values())
            self.played.remove(played)

    @step(player=PLAYERS, amount=AMOUNTS, how=st.sampled_from(["withdrawal", "hold", "suspense"]))
    def set_aside(self, player: PlayerId, amount: int, how: str) -> None:
        name, cash = self.next(), player_cash(player, "EUR")
        if how == "withdrawal":
            transfer = request_withdrawal(player, amount, "EUR", reference=name, at_ms=self.now)
        elif how == "hold":
            number = int(name)
            transfer = place_hold(CaseId(5), player, amount, cash, number=number, at_ms=self.now)
        else:
            transfer = suspend(player, amount, cash, reference=name, after_days=90, at_ms=self.now)
        if self.apply(transfer, amount <= self.purse[player]):
            self.purse[player] -= amount
            self.aside[transfer.key] = (player, amount)

    @precondition(lambda self: self.aside)
    @step(data=st.data(), give_back=st.booleans())
    def close_what_is_aside(self, data: st.DataObject, give_back: bool) -> None:
        key = data.draw(st.sampled_from(sorted(self.aside)))
        opened = self.ledger.open[key]
        ways = {
            ("withdrawal", True): lambda: cancel_withdrawal(opened, at_ms=self.now),
            ("withdrawal", False): lambda: pay_withdrawal(opened, at_ms=self.now),
            ("hold", True): lambda: release_hold(opened, at_ms=self.now),
            ("hold", False): lambda: confiscate_hold(
                opened, operator="op", note="case", at_ms=self.now
            ),
            ("suspense", True): lambda: resolve_suspense(opened, at_ms=self.now),
            ("suspense", False): lambda: resolve_suspense(opened, at_ms=self.now),
        }
        way = key.partition(":")[0]
        closing = ways[way, give_back]()
        self.apply(closing, True)
        player, amount = self.aside.pop(key)
        if give_back or way == "suspense":
            self.purse[player] += amount
        elif way == "hold":
            self.gone += amount
        else:
            self.outside += amount
        again = ways[way, not give_back]()
        if again != closing:
            self.apply(again, False)

    @step(days=st.sampled_from([1, 45, 89, 90]))
    def wait(self, days: int) -> None:
        """Days pass; every night the job gives to charity what is due (CRASH-04)."""
        for _ in range(days):
            self.now += DAY_MS
            for gift in due_to_charity(list(self.ledger.open.values()), self.now):
                self.apply(gift, True)
                _, amount = self.aside.pop(gift.closes)
                self.gone += amount

    @step(player=PLAYERS, places=st.integers(0, 90), fee=st.integers(1, 10))
    def enter(self, player: PlayerId, places: int, fee: int) -> None:
        price = Price(places, 0, fee)
        transfer = EVENT.enter(player, price, purchase=int(self.next()), at_ms=self.now)
        if self.apply(transfer, places + fee <= self.purse[player]):
            self.purse[player] -= places + fee
            self.pool += places
            self.fees += fee

    @step(player=PLAYERS, amount=AMOUNTS)
    def win_a_prize(self, player: PlayerId, amount: int) -> None:
        transfer = EVENT.pay_prize(player, amount, entry=int(self.next()), at_ms=self.now)
        if self.apply(transfer, amount <= self.pool):
            self.pool -= amount
            self.purse[player] += amount

    @invariant()
    def the_ledger_agrees_with_the_model(self) -> None:
        balance = self.ledger.balance
        for player in (PlayerId(1), PlayerId(2), PlayerId(3)):
            mine = sum(amount for owner, amount in self.aside.values() if owner == player)
            assert balance(player_cash(player, "EUR")) == self.purse[player]
            assert balance(escrow(TABLE, player, "EUR")) == self.stack[player]
            assert mine == sum(
                balance(account)
                for account in (
                    withdrawal(player, "EUR"),
                    held(CaseId(5), player, "EUR"),
                    suspense(player, "EUR"),
                )
            )
        assert balance(house(Kind.RAKE, "EUR")) == self.rake
        assert balance(house(Kind.OVERLAY, "EUR")) == self.overlay
        assert balance(house(Kind.BANK, "EUR")) == self.outside
        assert (balance(EVENT.places), balance(EVENT.fees)) == (self.pool, self.fees)
        seized, given = house(Kind.SEIZED, "EUR"), house(Kind.CHARITY, "EUR")
        assert balance(seized) + balance(given) == self.gone

    @invariant()
    def no_cent_is_made_or_lost(self) -> None:
        assert sum(self.ledger.balances.values()) == 0
        for account, has in self.ledger.balances.items():
            assert has >= 0 or read_account(account).kind in MAY_BE_NEGATIVE

    def teardown(self) -> None:
        """All of it passes the audit, read from zero, except that no hands were stored."""
        records = stored(self.ledger.transfers, [])
        beside = totals(records)._replace(balances=self.ledger.balances)
        report = audit(records, beside, now_ms=self.now)
        assert {one.what for one in report.breaches} <= {"hand_missing"}
        assert report.head == self.ledger.head.hex()


TestBusiness = Business.TestCase
TestBusiness.settings = settings(max_examples=100, stateful_step_count=40)
