"""What somebody has, for whoever asks first: by HTTP, before any socket was opened."""

from cardroom.ledger import PlayerId, Transfer
from cardroom.room.bank import Bank
from cardroom.room.records import Holding, StatementLine
from tests.room.rooms import EUR, Shell
from tests.room.virtual import run


class NothingElse:
    """Statements of people who have money nowhere else."""

    async def statement(self, player: PlayerId, before: int, limit: int) -> list[StatementLine]:
        return []

    async def holdings(self, player: PlayerId) -> list[Holding]:
        return []

    async def booked(self, key: str) -> Transfer | None:
        return None


def test_who_has_not_been_here_yet_sees_what_he_has() -> None:
    async def story() -> None:
        shell = Shell(1)
        shell.fund(7, 5_000)
        house = shell.room.house
        bank = Bank(
            house.vault, NothingElse(), house.switchboard, house.clock, currency=EUR, play_money=0,
            seats_of=lambda player: shell.me.view(player).seats,
        )  # fmt: skip
        found = await bank.holdings(PlayerId(7))
        assert (found.balance, found.elsewhere) == (5_000, [])
        await shell.room.stop()

    run(story())
