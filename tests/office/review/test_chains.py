"""Money through two accounts: paid in, lost to the other, taken out; in order and in time."""

import pytest

from cardroom.integrity.detectors.dump_graph import Banked, Chain, Lost, chains
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit, request_withdrawal
from cardroom.office.review.alerts import ChatFound, HouseAlert, NewAlert
from cardroom.office.review.chains import WITHIN_MS, MoneyHand, chains_of, lost_to
from cardroom.store import Claim
from tests.office.review.money_trails import CURRENCY, FakeTrail, bank_moves, holds_what_moved
from tests.rule import rule
from tests.store.sample_tables import SampleTable

ANN, BO, CY = PlayerId(1), PlayerId(2), PlayerId(3)
T = 1_000


def found(banked: list[Banked], lost: list[Lost]) -> list[Chain]:
    return chains(ANN, BO, banked, lost, within_ms=T)


def test_what_was_paid_in_lost_and_taken_out_is_a_chain() -> None:
    steps = [Banked(ANN, 500, 10), Banked(BO, -400, 90)]
    losses = [Lost(ANN, BO, 200, 20), Lost(ANN, BO, 250, 30)]
    assert found(steps, losses) == [
        Chain(giver=ANN, taker=BO, amount=400, deposited_ms=10, lost_ms=30, withdrawn_ms=90)
    ]


@pytest.mark.parametrize(
    ("steps", "losses"),
    [
        ([Banked(ANN, 500, 30), Banked(BO, -400, 90)], [Lost(ANN, BO, 200, 20)]),
        ([Banked(ANN, 500, 10), Banked(BO, -400, 15)], [Lost(ANN, BO, 200, 20)]),
        ([Banked(ANN, 500, 10), Banked(BO, -400, 11 + T)], [Lost(ANN, BO, 200, 20)]),
        ([Banked(ANN, 500, 10), Banked(ANN, -400, 90)], [Lost(ANN, BO, 200, 20)]),
        ([Banked(ANN, 500, 10), Banked(BO, -400, 90)], [Lost(BO, ANN, 200, 20)]),
    ],
    ids=["lost before", "taken out before", "too late", "taken out by the giver", "won instead"],
)
def test_out_of_order_or_out_of_time_is_no_chain(steps: list[Banked], losses: list[Lost]) -> None:
    assert found(steps, losses) == []


def test_no_more_comes_out_than_went_in() -> None:
    steps = [Banked(ANN, 100, 10), Banked(ANN, 50, 15), Banked(BO, -9_000, 90)]
    made = found(steps, [Lost(ANN, BO, 120, 20), Lost(ANN, BO, 700, 30)])
    assert [(one.deposited_ms, one.amount) for one in made] == [(10, 100), (15, 50)]


def test_a_loss_is_shared_among_the_winners_of_the_hand() -> None:
    assert lost_to(ANN, BO, {ANN: -90, BO: 60, CY: 30}) == 60
    assert lost_to(ANN, BO, {ANN: -90, BO: -10, CY: 100}) == 0
    assert lost_to(ANN, BO, {ANN: 90, BO: 10, CY: -100}) == 0


def alert(*, second: PlayerId | None = BO, until: int = 9) -> HouseAlert:
    what = ChatFound(table=1, text="", why=())
    new = NewAlert(
        kind="pair", first=ANN, second=second, evidence="e", strength=50, until_hand=until,
        found=what,
    )  # fmt: skip
    return HouseAlert(number=1, at_ms=1, new=new)


@rule("FAIR-04")
async def test_the_money_of_an_alerts_hands_is_followed_within_a_week() -> None:
    trail = FakeTrail()
    trail.moved = [
        deposit(ANN, 800, CURRENCY, reference="d", at_ms=WITHIN_MS),
        request_withdrawal(BO, 500, CURRENCY, reference="w", at_ms=2 * WITHIN_MS),
    ]
    trail.played = [MoneyHand(WITHIN_MS + 5, {ANN: -300, BO: 300})]
    (made,) = await chains_of(trail, alert())
    assert (made.giver, made.taker, made.amount) == (ANN, BO, 300)
    assert await chains_of(trail, alert(second=None)) == []
    assert await chains_of(trail, alert(until=0)) == []
    trail.played = []
    assert await chains_of(trail, alert()) == []


async def test_a_trail_in_memory_holds_what_moved() -> None:
    sample = SampleTable(Claim(TableId(9), 1), seed=9)
    hands, trail = sample.hands(4), FakeTrail()
    trail.moved = [*sample.funding(), *bank_moves()]
    trail.played = [MoneyHand(one.at_ms, one.deltas) for one in hands]
    await holds_what_moved(trail, hands)
