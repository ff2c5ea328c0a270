"""Seats won in a satellite: taken, or worth a ticket, or worth cash."""

from typing import Any

import pytest

from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import player_tickets
from cardroom.ledger.tickets import Ticket
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.events import HandDealt, PrizeWon, StructureFixed
from cardroom.tournament.ids import EntryId, PersonId
from cardroom.tournament.prizes.awards import Award
from cardroom.tournament.prizes.satellites import SeatPrizes
from tests.rule import rule
from tests.tournament.arena import Arena
from tests.tournament.desks import ANN, BEN, CAT, DAN, START_MS, Scene, example

TICKET = Ticket("EUR", 5_500, "sunday")
ONLINE = ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0")


class Running:
    """A target whose late registration is open."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        scene.started = True

    @property
    def desk(self) -> Desk:
        return self._scene.desk

    def register(
        self, player: PlayerId, at_ms: int, *, won_seat: bool, person: PersonId | None
    ) -> EntryId:
        return self._scene.register(player, won_seat=won_seat, person=person)


def seat(entry: int, cents: int = 5_500) -> PrizeWon:
    """A place that wins a seat."""
    return PrizeWon(EntryId(entry), entry, Award(cents, seat=True))


def scenes(edition: str) -> tuple[Scene, Scene]:
    """A satellite whose pool is worth four seats, and the tournament it is for."""
    satellite = Scene(example("satellite", edition=edition), tournament=6)
    players = [PlayerId(number) for number in range(1, 48)]
    satellite.fund(*players)
    satellite.register(*players)
    sunday = example("freezeout", edition=edition, price_cents=5_500, ticket_word="sunday")
    return satellite, Scene(sunday, tournament=7, ledger=satellite.ledger)


@rule("TRN-14", "TAMB-27", "TAMB-68", "TYP-04", "THC-35")
@pytest.mark.parametrize("edition", ONLINE)
def test_winners_are_seated_in_a_running_target_or_get_a_ticket(edition: str) -> None:
    satellite, sunday = scenes(edition)
    assert satellite.pools() == (23_500, 0, 2_350)
    target = Running(sunday)
    sunday.register(BEN)
    prizes = SeatPrizes(satellite.definition, satellite.money, takes=lambda _: True)
    ledger = satellite.ledger
    ledger.apply(prizes.deliver(ANN, seat(1), target, START_MS))
    ledger.apply(prizes.deliver(BEN, seat(2), target, START_MS))
    assert sunday.desk.entries[sunday.desk.living[ANN]].stack == 5_000
    assert (satellite.tickets(ANN, TICKET), satellite.tickets(BEN, TICKET)) == (0, 1)
    assert sunday.desk.count == 2
    assert sunday.pools() == (9_900, 0, 1_100)
    sunday.desk.close_registration("scheduled", START_MS)
    ledger.apply(prizes.deliver(CAT, seat(3), target, START_MS))
    assert satellite.tickets(CAT, TICKET) == 1
    assert satellite.pools() == (7_000, 0, 2_350)


@rule("TAMB-68", "TYP-05", "THC-35")
def test_a_ticket_that_nothing_takes_is_paid_in_cash() -> None:
    satellite, _ = scenes("en-2.7")
    before = satellite.cash(DAN)
    prizes = SeatPrizes(satellite.definition, satellite.money, takes=lambda _: False)
    satellite.ledger.apply(prizes.deliver(DAN, seat(4), None, START_MS))
    assert satellite.cash(DAN) == before + 5_500


@rule("TAMB-67")
@pytest.mark.parametrize("has_target", [True, False])
def test_cash_beyond_the_seats_comes_on_top(has_target: bool) -> None:
    satellite, sunday = scenes("en-2.7")
    before = satellite.cash(ANN)
    prizes = SeatPrizes(satellite.definition, satellite.money, takes=lambda _: True)
    target = Running(sunday) if has_target else None
    satellite.ledger.apply(prizes.deliver(ANN, seat(1, 5_575), target, START_MS))
    assert satellite.cash(ANN) == before + 75
    assert satellite.tickets(ANN, TICKET) == (not has_target)
    assert sunday.desk.count == has_target


@rule("TYP-05")
def test_a_live_package_is_a_ticket() -> None:
    satellite, _ = scenes("en-2.7")
    prizes = SeatPrizes(satellite.definition, satellite.money, takes=lambda _: True)
    satellite.ledger.apply(prizes.deliver(DAN, seat(4), None, START_MS))
    assert satellite.tickets(DAN, TICKET) == 1
    package = example(
        "satellite",
        satellite={
            "target": "main_event",
            "seat_price_cents": 250_000,
            "package": "Seat, four nights and the flight",
        },
    )
    assert package.satellite is not None
    assert package.satellite.package.startswith("Seat")


@rule("TYP-04", "TYP-02")
def test_a_player_may_enter_at_any_tier() -> None:
    tier, above = example("satellite-tier"), example("satellite", ticket_word="sunday_satellite")
    assert tier.satellite is not None
    won = Ticket("EUR", tier.satellite.seat_price_cents, tier.satellite.target)
    scene = Scene(above)
    scene.fund(ANN)
    scene.give_ticket(BEN, won)
    scene.register(ANN)
    scene.register(BEN, ticket=won)
    assert scene.desk.count == 2


@rule("TRN-14", "TAMB-27", "TAMB-68", "THC-35")
@pytest.mark.parametrize("edition", ONLINE)
def test_winners_sit_down_in_a_target_that_is_being_played(edition: str) -> None:
    """A satellite for 47 is played out; two winners come to the target in its first level."""
    changes: dict[str, Any] = {"edition": edition, "registration": {"late_levels": 0}}
    arena = Arena(example("satellite", **changes), number=6)
    arena.enter(*range(1, 48))
    arena.start()
    arena.play_down_to(4)
    assert arena.tournament.is_over
    won = [one for one in arena.events_of(PrizeWon) if isinstance(one, PrizeWon) and one.award.seat]
    sunday = example("freezeout", edition=edition, price_cents=5_500, ticket_word="sunday")
    target = Arena(sunday, number=7, ledger=arena.ledger)
    players = [arena.tournament.player_of(one.entry) for one in won]
    target.enter(101, 102, 103, players[1])
    target.start()
    prizes = SeatPrizes(arena.definition, arena.tournament.desk.money, takes=lambda _: True)
    for one, player in zip(won, players, strict=True):
        arena.ledger.apply(prizes.deliver(player, one, target.tournament, target.now_ms))
    seated = [target.tournament.field.find(player) for player in players]
    assert [one.stack for one in seated if one is not None] == [5_000] * 4
    tickets = [arena.ledger.balance(player_tickets(one, TICKET.asset)) for one in players]
    assert tickets == [0, 1, 0, 0], "who already plays there gets a ticket"
    assert target.tournament.entries == 7
    assert arena.ledger.balance(target.tournament.desk.money.places) == 7 * 49_50
    target.walk(1)
    dealt = target.events_of(HandDealt)[-1]
    assert isinstance(dealt, HandDealt)
    assert len(dealt.dealt_in) >= 3


@rule("TRN-10", "TAMB-46", "TAMB-67")
def test_registration_closes_early_at_the_place_that_wins_the_cash_beyond_the_seats() -> None:
    """Ten entries of 27.00 make four seats of 55.00 and 50.00 for the fifth place."""
    target = {"target": "sunday", "seat_price_cents": 5_500}
    arena = Arena(example("satellite", price_cents=3_000, fee_cents=300, satellite=target))
    arena.enter(*range(1, 11))
    arena.start()
    arena.play_down_to(6)
    assert arena.events_of(StructureFixed) == [], "one may still enter"
    arena.play_down_to(5)
    (fixed,) = arena.events_of(StructureFixed)
    assert isinstance(fixed, StructureFixed)
    assert [award.cents for award in fixed.awards] == [*[5_500] * 4, 5_000]
