"""A money trail in memory, and what every trail must answer."""

from collections.abc import Sequence

from cardroom.integrity.detectors.dump_graph import Banked
from cardroom.ledger import PlayerId, Reason, SettledHand, Transfer
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.banking import cancel_withdrawal, deposit, request_withdrawal
from cardroom.office.review.chains import MoneyHand, MoneyTrail

CURRENCY = "EUR"
PAYER = PlayerId(7)
FAR_MS = 2**50


class FakeTrail:
    """MoneyTrail in memory; the n-th hand has the number n."""

    def __init__(self) -> None:
        self.moved: list[Transfer] = []
        self.played: list[MoneyHand] = []

    async def banked(self, player: PlayerId, since_ms: int, until_ms: int) -> list[Banked]:
        cancelled = {one.closes for one in self.moved if one.closes}
        account = player_cash(player, CURRENCY)
        return [
            Banked(player, amount, one.at_ms)
            for one in self.moved
            for name, amount in one.entries
            if name == account
            and one.reason in (Reason.DEPOSITED, Reason.WITHDRAWAL_REQUESTED)
            and one.key not in cancelled
            and since_ms <= one.at_ms <= until_ms
        ]

    async def hands(self, players: Sequence[PlayerId], after: int, until: int) -> list[MoneyHand]:
        return [
            hand
            for number, hand in enumerate(self.played, 1)
            if after < number <= until and all(player in hand.deltas for player in players)
        ]


def bank_moves() -> list[Transfer]:
    """Two deposits, a withdrawal, and one that was cancelled."""
    asked = request_withdrawal(PAYER, 300, CURRENCY, reference="w2", at_ms=40)
    return [
        deposit(PAYER, 5_000, CURRENCY, reference="d1", at_ms=10),
        deposit(PAYER, 2_000, CURRENCY, reference="d2", at_ms=20),
        request_withdrawal(PAYER, 1_500, CURRENCY, reference="w1", at_ms=30),
        asked,
        cancel_withdrawal(asked, at_ms=50),
    ]


async def holds_what_moved(trail: MoneyTrail, hands: Sequence[SettledHand]) -> None:
    """What a trail answers after four hands of a table and the moves of a player with the bank."""
    first, second, *_ = hands[0].deltas
    found = await trail.hands([first, second], 1, 3)
    assert found == [MoneyHand(one.at_ms, one.deltas) for one in hands[1:3]]
    assert await trail.hands([first, PAYER], 0, 9) == []
    paid_in = [Banked(PAYER, 5_000, 10), Banked(PAYER, 2_000, 20)]
    assert await trail.banked(PAYER, 0, FAR_MS) == [*paid_in, Banked(PAYER, -1_500, 30)]
    assert await trail.banked(PAYER, 11, 29) == paid_in[1:]
    assert await trail.banked(PlayerId(99), 0, FAR_MS) == []
