"""What a simulation counts: the rarer things of the rules, each by what happened."""

from random import Random

import msgspec
import pytest

from cardroom.ledger import PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price
from cardroom.rulebook import edition
from cardroom.simulation.tournament.counting import Counting
from cardroom.simulation.tournament.disruptions import CALM
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.simulation.tournament.summary import HAPPENINGS, Summary
from cardroom.tournament.definition.examples import definition_of
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk_events import (
    ChipsBought,
    Payment,
    RebuyDeclined,
    Registered,
    RegistrationClosed,
    Unregistered,
)
from cardroom.tournament.events import (
    BountyTaken,
    ConnectionLost,
    DealMade,
    HandFinished,
    HandForHandEnded,
    HandForHandStarted,
    KnockedOut,
    Moved,
    MultiplierDrawn,
    PauseStarted,
    PrizeWon,
    Seated,
    StructureFixed,
    SynchronisedHandStarted,
    TableBroken,
    TableOpened,
    TournamentEnded,
    TournamentEvent,
    TournamentStarted,
    VipBountyVoid,
    WentAway,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.prizes.awards import Award
from tests.rule import rule

A, B, C = (EntryId(number) for number in (1, 2, 3))
ONE, TWO = TableNumber(1), TableNumber(2)
PRICE = Price(900, 0, 100)
CASH, SEAT = Payment("cash"), Payment("seat")
TICKET = Payment("ticket", Ticket("EUR", 1_000, "any"))
STARTED = TournamentStarted(0)
CANCELLED = TournamentEnded("cancelled", 9)
OPEN = [TableOpened(ONE, 0), TableOpened(TWO, 0)]
SEATED = [Seated(one, PlayerId(one), ONE, one, 100, 0) for one in (A, B, C)]
TWO_PAID = StructureFixed(3, 27, 0, (Award(20), Award(7)))


def entered(entry: EntryId, payment: Payment = CASH, player: int | None = None) -> Registered:
    return Registered(entry, PlayerId(player or entry), PRICE, payment, 100, entry, 0)


ALL = [entered(A), entered(B), entered(C)]


def out(entry: EntryId) -> KnockedOut:
    return KnockedOut(entry, ONE, 100, "busted", 1)


def finished(table: TableNumber, *stacks: int) -> HandFinished:
    return HandFinished(table, 1, tuple(enumerate(stacks, start=1)), (), 1)


def counted(*events: TournamentEvent, second_phase: bool = False) -> dict[str, int]:
    """What happened at all."""
    terms = terms_of(definition_of("freezeout", {}), edition("en-2.7"), starts_ms=0)
    if second_phase:
        terms = msgspec.structs.replace(terms, entries_before=20)
    summary = Summary()
    counting = Counting(summary, terms)
    for event in events:
        counting.read(event)
    return {name: count for name, count in summary.coverage.items() if count}


@pytest.mark.parametrize(
    ("events", "happened"),
    [
        ([entered(A), STARTED, entered(B)], {"late_entries": 1}),
        ([entered(A, TICKET), STARTED], {"ticket_entries": 1}),
        ([STARTED, entered(A, SEAT)], {"seats_in_running_targets": 1}),
        ([*ALL, STARTED, *SEATED, out(A), entered(EntryId(4), player=1)], {"reentries": 1}),
        ([entered(A), Unregistered(A, 0, CASH)], {"unregistrations": 1}),
        ([RegistrationClosed("early", 1)], {"early_closes": 1}),
        ([ChipsBought(A, "rebuy", PRICE, 1, 1, 1)], {"rebuys": 1}),
        ([RebuyDeclined(B)], {"declined_rebuys": 1}),
        ([ChipsBought(A, "add_on", PRICE, 1, 1, 1)], {"addons": 1}),
        ([Moved(A, ONE, TWO, 1, "balancing", 1)], {"balancing_moves": 1}),
        ([Moved(A, ONE, TWO, 1, "table_broken", 1), TableBroken(ONE, 1)], {"broken_tables": 1}),
        ([PauseStarted("break", 1, 2), PauseStarted("add_on", 1, 2)], {"breaks": 1}),
        ([finished(ONE, 300, 0, 0)], {"several_out_in_a_hand": 1}),
        ([finished(ONE, 300, 0), finished(TWO, 300, 0)], {}),
        ([TournamentEnded("identical_prizes", 1)], {"identical_prizes": 1}),
        ([TournamentEnded("all_absent", 1)], {"all_absent": 1}),
        ([WentAway(A, "not_logged_in")], {"absences": 1}),
        ([WentAway(B, "player")], {"sitting_out": 1}),
        ([DealMade((), 0, 1), DealMade((), 5, 1)], {"deals_played_on": 1}),
        ([BountyTaken(A, B, 1, 0, 1), BountyTaken(C, B, 1, 0, 2)], {}),
        ([BountyTaken(A, B, 1, 0, 1), BountyTaken(A, C, 1, 0, 2)], {"shared_bounties": 1}),
        ([BountyTaken(A, B, 1, 0, 1, vip=True)], {"vip_bounties": 1}),
        ([VipBountyVoid(A)], {"void_vip_bounties": 1}),
        ([PrizeWon(A, 1, Award(5)), PrizeWon(A, 1, Award(5, seat=True))], {"won_seats": 1}),
        ([StructureFixed(3, 27, 5, (Award(27),))], {"overlays": 1}),
    ],
)
def test_everything_is_counted_by_what_happened(
    events: list[TournamentEvent], happened: dict[str, int]
) -> None:
    assert counted(*events) == happened


@rule("TAMB-60")
def test_players_out_at_several_tables_at_once_are_counted_once_a_synchronised_hand() -> None:
    together = SynchronisedHandStarted((ONE, TWO), 3, 1)
    both = [finished(ONE, 300, 0), finished(TWO, 300, 0)]
    assert counted(
        HandForHandStarted(1), together, *both, together, both[0], HandForHandEnded(1), both[1]
    ) == {"hand_for_hand": 1, "synchronised_hands": 2, "out_at_several_tables": 1}


@rule("TTB-04")
def test_connections_that_are_lost_in_the_money_are_counted_as_such() -> None:
    lost = ConnectionLost(A, 1)
    events = [*ALL, STARTED, *SEATED, TWO_PAID, lost, out(C), lost]
    assert counted(*events) == {"lost_connections": 2, "lost_in_the_money": 1}


@rule("CXL-01")
@pytest.mark.parametrize(
    ("events", "stage"),
    [
        ([entered(A), RegistrationClosed("cancelled", 1)], "cancelled_too_few"),
        ([*ALL, RegistrationClosed("cancelled", 1)], "cancelled_before_start"),
        ([*ALL, RegistrationClosed("full", 1)], "cancelled_before_start"),
        ([*ALL, STARTED, *OPEN, *SEATED, RegistrationClosed("cancelled", 1)], "before_money"),
        ([*ALL, STARTED, *OPEN, *SEATED, TWO_PAID], "cancelled_before_money"),
        ([*ALL, STARTED, *OPEN, *SEATED, TWO_PAID, out(C)], "cancelled_several_tables"),
        ([*ALL, STARTED, OPEN[0], *SEATED, TWO_PAID, out(C)], "cancelled_final_table"),
        ([*ALL, MultiplierDrawn(0, 20, 2_000), STARTED], "cancelled_drawn"),
    ],
)
def test_a_cancelled_tournament_is_counted_by_what_it_had_reached(
    events: list[TournamentEvent], stage: str
) -> None:
    refunds = [Unregistered(one, 1, CASH) for one in (A, B, C)] if len(events) < 5 else []
    (found,) = counted(*events, *refunds, CANCELLED)
    assert found.endswith(stage)


@rule("CXL-01", "TAMB-89")
def test_a_second_phase_that_never_starts_is_cancelled_between_phases() -> None:
    assert counted(*ALL, CANCELLED, second_phase=True) == {"cancelled_between_phases": 1}


@rule("H4H-01", "CXL-03", "CXL-06", "CXL-07")
def test_simulated_tournaments_near_the_money_play_hand_for_hand_and_are_cancelled_anywhere() -> (
    None
):
    disruptions = msgspec.structs.replace(CALM, cancels_per_tournament=10_000)
    definition = definition_of("hand-for-hand", {})
    scenario = Scenario(definition, edition("en-2.7"), chance=Random(12), disruptions=disruptions)
    for _ in range(14):
        scenario.play(60)
    coverage = scenario.summary.coverage
    assert coverage["hand_for_hand"] >= 5
    stages = ("before_start", "before_money", "several_tables", "final_table")
    assert all(coverage[f"cancelled_{stage}"] for stage in stages), coverage


@rule("TAMB-89")
def test_simulated_second_phases_are_cancelled_before_they_start_now_and_then() -> None:
    disruptions = msgspec.structs.replace(CALM, cancels_per_tournament=4_000)
    rules, chance = edition("en-2.7"), Random(3)
    scenario = Scenario(definition_of("phased", {}), rules, chance=chance, disruptions=disruptions)
    for _ in range(8):
        scenario.play(6)
    assert scenario.summary.coverage["cancelled_between_phases"] > 0


def test_every_happening_has_words_and_a_rule() -> None:
    assert Summary().coverage == dict.fromkeys(HAPPENINGS, 0)
    assert all(words.endswith(")") and "-" in words for words in HAPPENINGS.values())
