"""Tournaments broken on purpose: the simulation sees each kind of breach, whatever the cause."""

from collections.abc import Callable, Collection
from random import Random
from typing import Any

import msgspec
import pytest

from cardroom.engine.hand import Hand
from cardroom.engine.positions import Positions, following
from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.rulebook import edition
from cardroom.tournament.balancing import Balancing
from cardroom.tournament.bounties import eliminators
from cardroom.tournament.cancellation import not_in_the_money
from cardroom.tournament.definition import Definition
from cardroom.tournament.desk import Desk
from cardroom.tournament.events import HandFinished
from cardroom.tournament.examples import definition_of
from cardroom.tournament.field import Field
from cardroom.tournament.finishing import Group
from cardroom.tournament.heads import Heads
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.payouts import Payouts
from cardroom.tournament.play import Play
from cardroom.tournament.positions import next_positions
from cardroom.tournament.seat_choice import free_seats
from cardroom.tournament.simulation.scenarios import Scenario
from cardroom.tournament.simulation.trouble import CALM, Trouble
from cardroom.tournament.standings import Standings
from cardroom.tournament.table import Table
from cardroom.tournament.tournament import Tournament
from cardroom.units import Seat
from tests.rule import rule

PLAYERS = 25
MANY = 100
"""Enough for several tables near the money."""
SEED = 3
CANCELLED = msgspec.structs.replace(CALM, cancels_per_tournament=10_000)
Break = Callable[[pytest.MonkeyPatch], None]


def simulated(name: str, players: int = PLAYERS, trouble: Trouble = CALM, seed: int = SEED) -> None:
    definition = definition_of(name, {"edition": "en-2.7"})
    rules = edition("en-2.7")
    Scenario(definition, rules, chance=Random(seed), trouble=trouble).play(players)


def changed(owner: type, name: str, change: Callable[[Any], Any]) -> Break:
    """A method that does its work and then answers something else."""
    method = getattr(owner, name)

    def broken(self: Any, *args: Any, **how: Any) -> Any:
        return change(method(self, *args, **how))

    return lambda patch: patch.setattr(owner, name, broken)


def without(owner: type, name: str, answer: Any = None) -> Break:
    """A method that does nothing."""
    return lambda patch: patch.setattr(owner, name, lambda *_, **__: answer)


def a_cent_short(owner: type, name: str, place: int) -> Break:
    """A method whose amount is one cent too small."""
    method = getattr(owner, name)

    def broken(self: Any, *args: Any, **how: Any) -> Any:
        return method(self, *args[:place], args[place] - 1, *args[place + 1 :], **how)

    return lambda patch: patch.setattr(owner, name, broken)


def always_to_player_1(name: str) -> Break:
    """A payment that goes to the same player whoever has won it."""
    method = getattr(TournamentMoney, name)

    def broken(self: Any, _: PlayerId, *args: Any, **how: Any) -> Any:
        return method(self, PlayerId(1), *args, **how)

    return lambda patch: patch.setattr(TournamentMoney, name, broken)


def a_table_does_not_wait(patch: pytest.MonkeyPatch) -> None:
    def ready(self: Play) -> Any:
        return {} if not self.is_running or self.timetable.is_halted else self.field.ready

    patch.setattr(Play, "ready", property(ready))


def blinds_never_rise(patch: pytest.MonkeyPatch) -> None:
    deal = Field.deal

    def broken(self: Field, *args: Any, level: int, **how: Any) -> None:
        deal(self, *args, level=min(level, 1), **how)

    patch.setattr(Field, "deal", broken)


def the_small_blind_is_never_dead(patch: pytest.MonkeyPatch) -> None:
    def posting(last: Seat, occupied: Collection[Seat]) -> Positions:
        found = next_positions(last, occupied)
        if found.small_blind in occupied:
            return found
        return Positions(found.button, found.button, found.big_blind)

    patch.setattr("cardroom.tournament.table.next_positions", posting)


def a_mover_has_the_big_blind_next(patch: pytest.MonkeyPatch) -> None:
    def nearest(big_blind: Seat, occupied: Collection[Seat], seats: int) -> Seat:
        free = free_seats(occupied, seats)
        return min(free, key=lambda seat: (seat - big_blind - 1) % seats)

    patch.setattr("cardroom.tournament.balancing.best_seat", nearest)


def a_middling_table_gets_the_player(patch: pytest.MonkeyPatch) -> None:
    move_one = Balancing._move_one

    def broken(self: Balancing, origin: Table, at_ms: int) -> TableNumber:
        field = self._field
        for number, table in field.tables.items():
            if field.sizes.smallest < len(table.seats) < len(origin.seats):
                mover = next(iter(origin.seats.values()))
                self._move(mover, number, self.seat_at(table), "balancing", at_ms)
                return number
        return move_one(self, origin, at_ms)

    patch.setattr(Balancing, "_move_one", broken)


def short_stacks_get_the_large_shares(patch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **how: Any) -> dict[EntryId, int]:
        shares = not_in_the_money(*args, **how)
        return dict(zip(shares, reversed(shares.values()), strict=True))

    patch.setattr("cardroom.tournament.cancelling.not_in_the_money", broken)


def a_player_is_skipped(patch: pytest.MonkeyPatch) -> None:
    def skipping(last: Seat, occupied: Collection[Seat]) -> Positions:
        found = next_positions(last, occupied)
        if len(occupied) < 4:
            return found
        return Positions(found.button, found.small_blind, following(occupied, found.big_blind))

    patch.setattr("cardroom.tournament.table.next_positions", skipping)


def a_place_is_given_twice(patch: pytest.MonkeyPatch) -> None:
    place = Standings._place

    def broken(self: Standings, group: Group, worst: int, at_ms: int) -> None:
        place(self, group, worst - (worst > 10), at_ms)

    patch.setattr(Standings, "_place", broken)


def another_player_of_the_hand_takes_the_bounty(patch: pytest.MonkeyPatch) -> None:
    def broken(hand: Hand, victim: Seat) -> tuple[Seat, ...]:
        """One who kept chips, if there is one beside those who knocked the victim out."""
        winners = eliminators(hand, victim)
        others = [seat for seat, stack in hand.stacks.items() if stack and seat not in winners]
        return (others[0],) if others else winners

    patch.setattr("cardroom.tournament.heads.eliminators", broken)


def a_bounty_is_a_cent_short(patch: pytest.MonkeyPatch) -> None:
    entry_price = Definition.entry_price

    def broken(self: Definition, paid: int) -> Price:
        price = entry_price(self, paid)
        return Price(price.places + 1, price.bounty - 1, price.fee)

    patch.setattr(Definition, "entry_price", broken)


def the_vip_takes_his_own_bounty(patch: pytest.MonkeyPatch) -> None:
    apply = Heads.apply

    def broken(self: Heads, event: Any) -> None:
        apply(self, event)
        if self.pending is not None:
            self.pending = self.pending[0], (self.pending[0],)

    patch.setattr(Heads, "apply", broken)


def split(cash: Callable[[int], int]) -> Break:
    """A progressive bounty with another part in cash."""

    def broken(_: Any, share: int) -> tuple[int, int]:
        return cash(share), share - cash(share)

    return lambda patch: patch.setattr("cardroom.tournament.heads.progressive", broken)


def a_hand_makes_a_chip(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        "cardroom.tournament.field.HandFinished",
        lambda table, number, stacks, banks, at_ms: _finished(
            table, number, ((stacks[0][0], stacks[0][1] + 1), *stacks[1:]), banks, at_ms
        ),
    )


def _finished(*args: Any) -> Any:
    return HandFinished(*args)


@rule("BAL-01", "BTN-02", "TRN-20", "TRN-22", "TAMB-40", "TAMB-53", "TAMB-56", "TAMB-60")
@pytest.mark.parametrize(
    ("name", "is_broken", "said"),
    [
        pytest.param(
            "freezeout",
            changed(Tournament, "_newcomer", lambda one: (*one[:2], one[2] + 1)),
            r"bought \d+ chips",
            id="a stack is one chip too large",
        ),
        pytest.param(
            "rebuy",
            changed(Desk, "rebuy", lambda chips: chips + 1),
            r"bought \d+ chips",
            id="a re-buy is one chip too large",
        ),
        pytest.param("freezeout", a_hand_makes_a_chip, "chips were made", id="a hand makes a chip"),
        pytest.param(
            "freezeout", a_player_is_skipped, "big blind went astray", id="a player is skipped"
        ),
        pytest.param(
            "freezeout",
            without(Balancing, "settle", set()),
            "not broken|not balanced",
            id="nobody is moved",
        ),
        pytest.param(
            "freezeout",
            lambda patch: patch.setattr(Balancing, "_move_is_due", False),
            "not balanced",
            id="tables are broken, never balanced",
        ),
        pytest.param(
            "freezeout",
            lambda patch: patch.setattr(Balancing, "_break_is_due", False),
            "not broken",
            id="tables are balanced, never broken",
        ),
        pytest.param(
            "freezeout",
            a_place_is_given_twice,
            "a place is taken twice",
            id="a place is given twice",
        ),
        pytest.param(
            "freezeout",
            changed(Group, "ranked", lambda entries: entries[::-1]),
            "fewer chips and placed higher",
            id="the shorter stack is placed higher",
        ),
        pytest.param(
            "freezeout",
            a_cent_short(TournamentMoney, "pay_prize", 1),
            "pool not empty",
            id="a prize is a cent short",
        ),
        pytest.param(
            "bounty",
            without(Heads, "pay_own"),
            "pool not empty",
            id="the winner's own bounty is kept",
        ),
        pytest.param("freezeout", without(Payouts, "pay"), "pool not empty", id="nobody is paid"),
        pytest.param(
            "freezeout",
            without(Field, "refresh"),
            "waits for ever|waited",
            id="no table is ever ready",
        ),
    ],
)
def test_a_broken_tournament_is_seen(
    name: str, is_broken: Break, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_broken(monkeypatch)
    with pytest.raises((AssertionError, TransferRefused), match=said):
        simulated(name)


@rule("BAL-04", "BAL-05", "BTN-03", "H4H-01", "H4H-02", "TRN-22", "TRN-26", "TAMB-62")
@pytest.mark.parametrize(
    ("name", "is_broken", "said"),
    [
        pytest.param(
            "rebuy",
            lambda patch: patch.setattr(Play, "_hand_for_hand_is_due", lambda _: False),
            "not hand for hand",
            id="hand for hand is forgotten",
        ),
        pytest.param(
            "rebuy", a_table_does_not_wait, "a second hand", id="a table does not wait for others"
        ),
        pytest.param("freezeout", blinds_never_rise, "the level is", id="blinds never rise"),
        pytest.param(
            "freezeout",
            the_small_blind_is_never_dead,
            "not the small blind",
            id="the small blind is never dead",
        ),
        pytest.param(
            "freezeout",
            a_mover_has_the_big_blind_next,
            "not the seat",
            id="a mover has the big blind next",
        ),
        pytest.param(
            "freezeout",
            a_middling_table_gets_the_player,
            "not the smallest",
            id="a middling table gets the player",
        ),
        pytest.param(
            "freezeout",
            always_to_player_1("pay_prize"),
            "should have",
            id="a prize goes to somebody else",
        ),
        pytest.param(
            "bounty",
            always_to_player_1("pay_bounty"),
            "should have",
            id="a bounty goes to somebody else",
        ),
    ],
)
def test_a_large_broken_tournament_is_seen(
    name: str, is_broken: Break, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_broken(monkeypatch)
    with pytest.raises(AssertionError, match=said):
        simulated(name, MANY)


@rule("TYP-09", "TYP-10", "TYP-11", "TAMB-71", "TAMB-72", "TAMB-73", "TAMB-74", "TAMB-75")
@pytest.mark.parametrize(
    ("name", "is_broken", "said"),
    [
        pytest.param(
            "bounty",
            another_player_of_the_hand_takes_the_bounty,
            r"knocked out \(TAMB-72\)",
            id="another player of the hand takes the bounty",
        ),
        pytest.param(
            "progressive",
            split(lambda share: share),
            r"should be Earned\(cash=225, added=225\)",
            id="a progressive bounty is paid wholly in cash",
        ),
        pytest.param(
            "progressive",
            split(lambda share: share // 2),
            r"should be Earned",
            id="the odd cent is added, not paid",
        ),
        pytest.param(
            "bounty",
            without(Heads, "knock_out"),
            "bounties not paid",
            id="nobody gets the bounty of a player who is out",
        ),
        pytest.param(
            "bounty",
            a_bounty_is_a_cent_short,
            "the bounty in a price",
            id="too small a part of the price is bounty",
        ),
        pytest.param(
            "vip",
            the_vip_takes_his_own_bounty,
            "not the VIP's bounty",
            id="the VIP takes his own extra bounty",
        ),
    ],
)
def test_a_bounty_that_somebody_else_should_have_is_seen(
    name: str, is_broken: Break, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_broken(monkeypatch)
    with pytest.raises(AssertionError, match=said):
        simulated(name, MANY)


@rule("CXL-03", "TAMB-82")
@pytest.mark.parametrize(
    ("is_broken", "said"),
    [
        pytest.param(
            always_to_player_1("refund"), "should have", id="a share goes to somebody else"
        ),
        pytest.param(
            short_stacks_get_the_large_shares,
            r"\d+ chips got",
            id="short stacks get the large shares",
        ),
    ],
)
def test_wrong_shares_of_a_cancelled_tournament_are_seen(
    is_broken: Break, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_broken(monkeypatch)
    with pytest.raises(AssertionError, match=said):
        simulated("freezeout", trouble=CANCELLED)


def test_the_same_tournament_cancelled_rightly_shows_nothing() -> None:
    simulated("freezeout", trouble=CANCELLED)


@pytest.mark.parametrize("name", ["freezeout", "rebuy", "bounty"])
def test_unbroken_the_same_tournaments_show_nothing(name: str) -> None:
    simulated(name)
