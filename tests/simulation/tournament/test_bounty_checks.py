"""The simulation's own eye for bounties: who won the deciding pot, and what that earns."""

import pytest

from cardroom.engine.positions import Positions
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.simulation.tournament.bounty_checks import BountyChecks
from cardroom.tournament.definition import Bounty, Vip
from cardroom.tournament.desk_events import ChipsBought, Payment, Registered
from cardroom.tournament.events import (
    BountyTaken,
    HandDealt,
    HandFinished,
    PlaceTaken,
    SharePaid,
    TournamentEvent,
    VipBountyPending,
    VipBountyVoid,
)
from cardroom.tournament.ids import EntryId, TableNumber
from tests.rule import rule
from tests.tournament.all_in import all_in

A, B, C, D = (EntryId(number) for number in range(1, 5))
ONE = TableNumber(1)
HALF = Price(451, 450, 100)
ODD = Price(451, 451, 100)
DEALT = HandDealt(ONE, 1, 1, Positions(4, 1, 2), tuple((one, one) for one in (A, B, C, D)), 1)
REGULAR = Bounty(style="regular", percent=50, added_percent=50, on_addons=False)
PROGRESSIVE = Bounty(style="progressive", percent=50, added_percent=50, on_addons=False)
VIP = Vip(player=1, extra_cents=1_001)
CASH_VIP = Bounty(style="regular", percent=50, added_percent=50, on_addons=False, vip=VIP)
TICKET = Vip(player=1, extra_cents=1_001, ticket="sunday")
TICKET_VIP = Bounty(style="regular", percent=50, added_percent=50, on_addons=False, vip=TICKET)


def entered(terms: Bounty | None, price: Price = HALF) -> BountyChecks:
    """Four players with a bounty each on their heads."""
    checks = BountyChecks(terms)
    for entry in (A, B, C, D):
        payment = Payment("cash")
        checks.read(Registered(entry, PlayerId(entry), price, payment, 100, entry, 0))
    return checks


def side_pots(terms: Bounty) -> BountyChecks:
    """The hand of THC-33: D wins the main pot, C the side pot; A and B are out."""
    hand = all_in(
        {A: 1_000, B: 3_000, C: 8_000, D: 1_000},
        {A: "JcJd", B: "QcQd", C: "KcKd", D: "AcAd"},
        "2c 7d 9h 3s 5d",
        button=D,
    )
    checks = entered(terms)
    checks.read(DEALT)
    checks.play_out(ONE, hand.events)
    checks.read(HandFinished(ONE, 1, tuple(hand.stacks.items()), (), 2))
    return checks


def shared(terms: Bounty, price: Price = HALF) -> BountyChecks:
    """B and D share the pot that knocks A and C out; D has more chips."""
    hand = all_in(
        {A: 500, B: 900, C: 500, D: 1_000},
        {A: "2c2d", B: "AcKd", C: "3c3d", D: "AdKc"},
        "Ah Kh 7s 8d 9c",
        button=C,
    )
    checks = entered(terms, price)
    checks.read(DEALT)
    checks.play_out(ONE, hand.events)
    checks.read(HandFinished(ONE, 1, tuple(hand.stacks.items()), (), 2))
    return checks


def read(checks: BountyChecks, *events: TournamentEvent) -> None:
    for event in events:
        checks.read(event)


@rule("THC-33", "TAMB-72")
def test_each_pot_has_its_own_eliminator() -> None:
    checks = side_pots(REGULAR)
    read(checks, BountyTaken(A, D, 450, 0, 1), BountyTaken(B, C, 450, 0, 2))
    checks.verify()


@rule("TAMB-72")
@pytest.mark.parametrize(
    "taken",
    [
        pytest.param(BountyTaken(A, C, 450, 0, 1), id="by the winner of another pot"),
        pytest.param(BountyTaken(A, B, 450, 0, 1), id="by one who is out as well"),
        pytest.param(BountyTaken(C, D, 450, 0, 1), id="of one who is not out"),
    ],
)
def test_a_bounty_taken_by_another_player_of_the_hand_is_seen(taken: BountyTaken) -> None:
    with pytest.raises(AssertionError, match="TAMB-72"):
        read(side_pots(REGULAR), taken)


@rule("TAMB-72")
def test_a_bounty_that_is_not_paid_or_paid_twice_is_seen() -> None:
    checks = side_pots(REGULAR)
    checks.read(BountyTaken(A, D, 450, 0, 1))
    with pytest.raises(AssertionError, match="TAMB-72"):
        checks.read(BountyTaken(A, D, 450, 0, 2))
    with pytest.raises(AssertionError, match="bounties not paid"):
        checks.read(DEALT)


@rule("TAMB-72", "TAMB-73")
def test_a_shared_bounty_is_halved_after_it_was_shared() -> None:
    """Shares of 2.25: 1.12 is added to the player's own bounty, 1.13 is cash."""
    checks = shared(PROGRESSIVE)
    read(
        checks,
        *(BountyTaken(out, by, 113, 112, 1) for out in (A, C) for by in (B, D)),
        SharePaid(B, 0, 0, 450 + 224),
    )
    checks.verify()


@rule("TYP-10", "TAMB-73")
@pytest.mark.parametrize(("cash", "added"), [(225, 0), (0, 225), (112, 113), (113, 111)])
def test_another_split_of_a_progressive_bounty_is_seen(cash: int, added: int) -> None:
    with pytest.raises(AssertionError, match=r"should be Earned\(cash=113, added=112\)"):
        shared(PROGRESSIVE).read(BountyTaken(A, B, cash, added, 1))


@rule("TAMB-72")
def test_the_odd_cent_goes_to_the_first_clockwise_from_the_button() -> None:
    checks = shared(REGULAR, ODD)
    checks.read(BountyTaken(A, D, 226, 0, 1))
    with pytest.raises(AssertionError, match="cash=225"):
        checks.read(BountyTaken(A, B, 226, 0, 2))


@rule("TYP-11", "TAMB-74")
def test_the_vips_bounty_is_shared_by_those_who_knocked_him_out() -> None:
    checks = shared(CASH_VIP)
    checks.read(VipBountyPending(A, (D, B)))
    checks.read(BountyTaken(A, D, 501, 0, 1, vip=True))
    with pytest.raises(AssertionError, match="VIP's bounty"):
        checks.read(BountyTaken(A, B, 501, 0, 1, vip=True))


@rule("TYP-11", "TAMB-74")
@pytest.mark.parametrize(
    ("terms", "pending", "said"),
    [
        (REGULAR, VipBountyPending(A, (D, B)), "no VIP here"),
        (CASH_VIP, VipBountyPending(C, (D, B)), "not the VIP"),
        (CASH_VIP, VipBountyPending(A, (D,)), "did: Vip"),
        (TICKET_VIP, VipBountyPending(A, (B,)), "not the most chips"),
    ],
)
def test_a_vip_bounty_for_somebody_else_is_seen(
    terms: Bounty, pending: VipBountyPending, said: str
) -> None:
    with pytest.raises(AssertionError, match=said):
        shared(terms).read(pending)


@rule("TAMB-74")
def test_the_ticket_goes_to_the_sharer_with_more_chips() -> None:
    checks = shared(TICKET_VIP)
    checks.read(VipBountyPending(A, (D,)))
    checks.read(BountyTaken(A, D, 1_001, 0, 1, vip=True))


@rule("TYP-11", "TAMB-24")
def test_a_vip_bounty_paid_although_the_vip_came_back_is_seen() -> None:
    checks = shared(CASH_VIP)
    read(checks, VipBountyPending(A, (D, B)), VipBountyVoid(A))
    with pytest.raises(AssertionError, match="VIP's bounty"):
        checks.read(BountyTaken(A, D, 501, 0, 1, vip=True))


@rule("TAMB-71")
@pytest.mark.parametrize(("kind", "bounty"), [("rebuy", 449), ("add_on", 1)])
def test_a_purchase_with_another_bounty_is_seen(kind: str, bounty: int) -> None:
    price = Price(901 - bounty, bounty, 100)
    bought = ChipsBought(A, kind, price, 100, 9, 1)  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="TAMB-71"):
        entered(REGULAR).read(bought)


@rule("TAMB-75")
def test_only_winners_are_paid_their_own_bounty_and_all_of_it() -> None:
    checks = entered(REGULAR)
    with pytest.raises(AssertionError, match="not a winner"):
        checks.read(BountyTaken(A, A, 450, 0, 1))
    checks.read(PlaceTaken(A, 1, 1))
    with pytest.raises(AssertionError, match="not their own bounty"):
        checks.read(BountyTaken(A, A, 449, 0, 1))


@rule("TAMB-75")
def test_a_cancelled_tournament_that_gives_another_bounty_back_is_seen() -> None:
    with pytest.raises(AssertionError, match="not the bounty"):
        entered(REGULAR).read(SharePaid(A, 0, 0, 449))


def test_a_bounty_where_there_are_none_is_seen() -> None:
    with pytest.raises(AssertionError, match="no bounties here"):
        entered(None).read(BountyTaken(A, B, 1, 0, 1))
