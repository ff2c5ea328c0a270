"""What players have beside their games: rules to accept, notices, and somebody to ask for help."""

from typing import Protocol

import msgspec

from cardroom.ledger import PlayerId, TournamentId
from cardroom.office.help_desk import HelpKind
from cardroom.office.ports import CashierDesk
from cardroom.room.acceptance import RulesDesk
from cardroom.room.noticeboard import Noticeboard, RulesChanged
from cardroom.room.ports import Directory, HandLibrary
from cardroom.room.records import MoneyOrder
from cardroom.room.tournaments.ports import PrizeStore, ScheduleStore, TournamentStore

LAST_RULES = "rules"
"""Under this name the store keeps which rules the cash games were last played by."""
NUMBER_DIGITS_MAX = 15


class Orders(Protocol):
    """Deposits and withdrawals."""

    async def find(self, reference: str) -> MoneyOrder | None: ...


class TournamentBook(TournamentStore, PrizeStore, Protocol):
    """Tournaments, and the tickets for them."""


class OwnSubjects:
    """What players may ask about: their own hands, money and tickets, and any tournament."""

    def __init__(
        self, library: HandLibrary, orders: Orders, bank: CashierDesk, tournaments: TournamentBook
    ) -> None:
        self._library = library
        self._orders = orders
        self._bank = bank
        self._tournaments = tournaments

    async def is_own(self, player: PlayerId, kind: HelpKind, subject: str) -> bool:
        """Whether a player may ask about it."""
        match kind:
            case "hand":
                return await self._library.replay(player, subject) is not None
            case "order":
                order = await self._orders.find(subject)
                return order is not None and order.player == player
            case "ticket":
                held = await self._tournaments.tickets(player)
                return any(one.ticket.asset == subject for one in held)
            case "transfer" | "tournament":
                return await self._has_number(player, kind, subject)
            case "other":
                return subject == ""

    async def _has_number(self, player: PlayerId, kind: HelpKind, subject: str) -> bool:
        if not (subject.isascii() and subject.isdigit() and len(subject) <= NUMBER_DIGITS_MAX):
            return False
        number = int(subject)
        if kind == "tournament":
            return await self._tournaments.tournament(TournamentId(number)) is not None
        lines = await self._bank.statement(player, number + 1, 1)
        return [line.seq for line in lines] == [number]


async def announce_new_rules(
    desk: RulesDesk,
    kept: ScheduleStore,
    board: Noticeboard,
    names: Directory,
    seated: list[PlayerId],
) -> None:
    """After a start with other rules, everybody who has a seat hears of them before the next hand,
    which is the first that is played by them (CASH-18)."""
    now = msgspec.json.encode(desk.own)
    before = (await kept.kept_queues()).get(LAST_RULES)
    if before == now:
        return
    if before is not None:
        people = [one for one in dict.fromkeys(seated) if names.kind(one) != "practice"]
        about = RulesChanged(**msgspec.structs.asdict(desk.own))
        await board.post(people, f"rules:{about.edition}:{about.version}:{desk.now_ms}", about)
    await kept.keep_queue(LAST_RULES, now)
