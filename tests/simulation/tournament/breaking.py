"""Ways to break a tournament on purpose, for the checks of the simulation to see."""

from collections.abc import Callable, Collection
from typing import Any

import pytest

from cardroom.engine.hand import Hand
from cardroom.engine.positions import Positions, following
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.tournament.definition import Definition
from cardroom.tournament.events import HandFinished
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.play.dealing import Dealing
from cardroom.tournament.play.finishing import Group
from cardroom.tournament.play.standings import Standings
from cardroom.tournament.prizes.bounties import knocked_out_by
from cardroom.tournament.prizes.bounty_book import BountyBook
from cardroom.tournament.prizes.cancellation import not_in_the_money
from cardroom.tournament.tables.balancing import Balancing
from cardroom.tournament.tables.field import Field
from cardroom.tournament.tables.new_seats import seat_at
from cardroom.tournament.tables.positions import next_positions
from cardroom.tournament.tables.seat_choice import free_seats
from cardroom.tournament.tables.table import Table
from cardroom.units import Seat

Break = Callable[[pytest.MonkeyPatch], None]


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
    def ready(self: Dealing) -> Any:
        waits = not self._ending.is_running or self._level_clock.is_halted
        return {} if waits else self._field.ready

    patch.setattr(Dealing, "ready", property(ready))


def blinds_never_rise(patch: pytest.MonkeyPatch) -> None:
    announce = Field.announce

    def broken(self: Field, *args: Any, level: int, **how: Any) -> None:
        announce(self, *args, level=min(level, 1), **how)

    patch.setattr(Field, "announce", broken)


def the_small_blind_is_never_dead(patch: pytest.MonkeyPatch) -> None:
    def posting(last: Seat, occupied: Collection[Seat]) -> Positions:
        found = next_positions(last, occupied)
        if found.small_blind in occupied:
            return found
        return Positions(found.button, found.button, found.big_blind)

    patch.setattr("cardroom.tournament.tables.table.next_positions", posting)


def a_mover_has_the_big_blind_next(patch: pytest.MonkeyPatch) -> None:
    def nearest(big_blind: Seat, occupied: Collection[Seat], seats: int) -> Seat:
        free = free_seats(occupied, seats)
        return min(free, key=lambda seat: (seat - big_blind - 1) % seats)

    patch.setattr("cardroom.tournament.tables.new_seats.best_seat", nearest)


def a_middling_table_gets_the_player(patch: pytest.MonkeyPatch) -> None:
    move_one = Balancing._move_one

    def broken(self: Balancing, origin: Table, at_ms: int) -> TableNumber:
        field = self._field
        for number, table in field.tables.items():
            if field.sizes.smallest < len(table.seats) < len(origin.seats):
                mover = next(iter(origin.seats.values()))
                seat = seat_at(field, table, table.seats, self._rand_below)
                self._move(mover, number, seat, "balancing", at_ms)
                return number
        return move_one(self, origin, at_ms)

    patch.setattr(Balancing, "_move_one", broken)


def short_stacks_get_the_large_shares(patch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **how: Any) -> dict[EntryId, int]:
        shares = not_in_the_money(*args, **how)
        return dict(zip(shares, reversed(shares.values()), strict=True))

    patch.setattr("cardroom.tournament.play.cancelling.not_in_the_money", broken)


def a_player_is_skipped(patch: pytest.MonkeyPatch) -> None:
    def skipping(last: Seat, occupied: Collection[Seat]) -> Positions:
        found = next_positions(last, occupied)
        if len(occupied) < 4:
            return found
        return Positions(found.button, found.small_blind, following(occupied, found.big_blind))

    patch.setattr("cardroom.tournament.tables.table.next_positions", skipping)


def a_place_is_given_twice(patch: pytest.MonkeyPatch) -> None:
    give_places = Standings._give_places

    def broken(self: Standings, group: Group, lowest: int, at_ms: int) -> None:
        give_places(self, group, lowest - (lowest > 10), at_ms)

    patch.setattr(Standings, "_give_places", broken)


def another_player_of_the_hand_takes_the_bounty(patch: pytest.MonkeyPatch) -> None:
    def broken(hand: Hand, victim: Seat) -> tuple[Seat, ...]:
        """One who kept chips, if there is one beside those who knocked the victim out."""
        winners = knocked_out_by(hand, victim)
        others = [seat for seat, stack in hand.stacks.items() if stack and seat not in winners]
        return (others[0],) if others else winners

    patch.setattr("cardroom.tournament.prizes.bounty_book.knocked_out_by", broken)


def a_bounty_is_a_cent_short(patch: pytest.MonkeyPatch) -> None:
    entry_price = Definition.entry_price

    def broken(self: Definition, paid: int) -> Price:
        price = entry_price(self, paid)
        return Price(price.places + 1, price.bounty - 1, price.fee)

    patch.setattr(Definition, "entry_price", broken)


def the_vip_takes_his_own_bounty(patch: pytest.MonkeyPatch) -> None:
    apply = BountyBook._apply_pending

    def broken(self: BountyBook, event: Any) -> None:
        apply(self, event)
        if self.pending is not None:
            self.pending = self.pending[0], (self.pending[0],)

    patch.setattr(BountyBook, "_apply_pending", broken)


def split(cash: Callable[[int], int]) -> Break:
    """A progressive bounty with another part in cash."""

    def broken(_: Any, share: int) -> tuple[int, int]:
        return cash(share), share - cash(share)

    return lambda patch: patch.setattr("cardroom.tournament.prizes.bounty_book.progressive", broken)


def a_hand_makes_a_chip(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        "cardroom.tournament.tables.field.HandFinished",
        lambda table, number, stacks, banks, at_ms: _finished(
            table, number, ((stacks[0][0], stacks[0][1] + 1), *stacks[1:]), banks, at_ms
        ),
    )


def _finished(*args: Any) -> Any:
    return HandFinished(*args)
