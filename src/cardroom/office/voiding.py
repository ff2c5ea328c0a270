"""Voiding a hand by the operator's word: a running one is rolled back, a paid one is given back.

The reversal is one transfer between the cash of the players, so that a table that plays on keeps
its stacks. Only a winner with too little cash pays from their stack, between two hands (AMB-24).
"""

import asyncio
from collections.abc import Mapping

from cardroom.cash.hand_reversal import Share
from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import Kind, PlayerId, SettledHand, TableId, Transfer
from cardroom.ledger.accounts import house as ledger_house
from cardroom.ledger.accounts import read_account
from cardroom.ledger.keys import hand_key
from cardroom.office.operator_pages import HandVoid, VoidShare
from cardroom.office.ports import AccountStore
from cardroom.room.bus import table_address
from cardroom.room.cash.giving_back import give_back, shares_now, verify_paid
from cardroom.room.cash.messages import GiveBackHand
from cardroom.room.cash.seat_board import TableSummary
from cardroom.room.hand_pages import StoredHand
from cardroom.room.net import Net
from cardroom.room.notices import BalanceChanged
from cardroom.room.ordered_writes import about_player, about_table
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, HandRecords
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.room import Room
from cardroom.room.tables.messages import Announce
from cardroom.units import Cents

DEED = "voided_hand"


class Voiding:
    """What an administrator may do with a hand that must not count (CASH-01, CASH-03)."""

    def __init__(
        self, room: Room, hands: HandRecords, accounts: AccountStore, cases: CaseBook
    ) -> None:
        self._room = room
        self._hands = hands
        self._accounts = accounts
        self._cases = cases
        self._one_at_a_time = asyncio.Lock()
        self._from_stacks: dict[str, dict[PlayerId, Cents]] = {}
        """What winners gave from their stacks, by hand; the ledger tells only that they gave."""

    # Questions

    async def look(self, key: str) -> HandVoid:
        """What voiding a hand would mean now; of a void one, what it has moved."""
        playing = self._playing(key)
        if playing is not None:
            table, number = playing.table, playing.hands
            currency = self._room.services.currency
            return HandVoid(key=key, table=table, number=number, currency=currency, state="running")
        return await self._described(await self._found(key))

    def _playing(self, key: str) -> TableSummary | None:
        """The table where a hand is in progress."""
        for one in self._room.services.board.tables.values():
            epoch = self._room.epoch_of(one.table)
            if one.is_dealing and hand_key(one.table, epoch, one.hands) == key:
                return one
        return None

    async def _found(self, key: str) -> StoredHand:
        found = await self._hands.stored_hand(key)
        if found is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_hand")
        return found

    async def _described(self, found: StoredHand) -> HandVoid:
        hand, back = found.hand, found.taken_back
        if back is not None:
            moved = moved_by(hand, back, self._from_stacks.get(hand.key, {}))
        else:
            moved = () if found.is_void else await self._shares(hand)
        return HandVoid(
            key=hand.key,
            table=hand.table,
            number=hand.number,
            currency=hand.currency,
            state="void" if found.is_void or back is not None else "paid",
            rake=hand.rake,
            shares=tuple([await self._named(share) for share in moved]),
            reason="" if back is None else back.note,
            operator="" if back is None else back.operator,
            at_ms=0 if back is None else back.at_ms,
        )

    async def _name(self, player: PlayerId) -> str:
        account = await self._accounts.find(player)
        return f"player{player}" if account is None else account.name

    async def _named(self, share: Share) -> VoidShare:
        return VoidShare(
            player=share.player,
            name=await self._name(share.player),
            amount=share.gets,
            from_stack=share.from_stack,
            missing=share.missing,
        )

    async def _shares(self, hand: SettledHand) -> tuple[Share, ...]:
        for player in hand.deltas:
            await self._room.services.wallets.look_up(player)
        return self._shares_now(hand)

    def _shares_now(self, hand: SettledHand) -> tuple[Share, ...]:
        """Who gives and gets what, by the cash and stacks of this moment."""
        services = self._room.services
        table = services.board.tables.get(hand.table)
        return shares_now(services.wallets, hand, {} if table is None else table.stacks)

    # Decisions

    async def void(self, caller: Caller, key: str, reason: str, *, house_pays: bool) -> HandVoid:
        """Void a hand once; the same word of the same operator again is answered with what it did.

        Without `house_pays` nothing moves while a winner has too little. Refused where the rules
        of the house know no such override (CASH-01).
        """
        self._room.rules.conduct.verify_override("void_hand")
        async with self._one_at_a_time:
            playing = self._playing(key)
            if playing is not None:
                await self._roll_back(playing.table)
            found = await self._found(key)
            if found.is_void:
                if playing is not None:
                    await self._record(
                        caller, found.hand, reason, self._room.services.clock.now_ms()
                    )
                return await self._described(found)
            if found.taken_back is None:
                await self._take_back(caller, found.hand, reason, house_pays=house_pays)
                found = await self._found(key)
            back = found.taken_back
            if back is None or (back.operator, back.note) != (caller.name, reason):
                raise _stands(back)
            await self._record(caller, found.hand, reason, back.at_ms)
            return await self._described(found)

    async def _roll_back(self, table: TableId) -> None:
        """The hand in progress never was; it is dealt again (AMB-24, AMB-69)."""
        await self._room.operator.freeze(table)
        await self._room.services.wallets.flush(about_table(table))
        await self._room.operator.unfreeze(table)

    async def _take_back(
        self, caller: Caller, hand: SettledHand, reason: str, *, house_pays: bool
    ) -> None:
        services = self._room.services
        if hand.currency != services.currency:
            raise OperatorRefused("AMB-24", "another_currency", {"currency": hand.currency})

        wanted = await self._shares(hand)
        names = {share.player: await self._name(share.player) for share in wanted}
        word = GiveBackHand(
            hand=hand, operator=caller.name, reason=reason, names=names, house_pays=house_pays
        )
        verify_paid(word, wanted)
        await self._verify_rake(hand)
        from_stacks: dict[PlayerId, Cents] = {}
        if any(share.from_stack for share in wanted):
            async with self._room.operator.held(hand.table):
                from_stacks = await services.bus.ask(table_address(hand.table), word)
        else:
            give_back(services.wallets, word, services.clock.now_ms())
        self._from_stacks[hand.key] = from_stacks
        await services.wallets.flush(*(about_player(share.player) for share in wanted))
        self._tell(hand, wanted, reason)

    async def _verify_rake(self, hand: SettledHand) -> None:
        """The rake of the hand is still the house's to give back, and not at its bank (I2)."""
        account = ledger_house(Kind.RAKE, hand.currency)
        money = self._room.services.money
        has = await retry_while_unavailable(lambda: money.balance(account))
        if has < hand.rake:
            raise OperatorRefused("AMB-24", "rake_is_gone", {"rake": hand.rake, "at_most": has})

    def _tell(self, hand: SettledHand, moved: tuple[Share, ...], reason: str) -> None:
        """Tell everybody whose money moved, and those who sit at the table."""
        services = self._room.services
        for share in moved:
            balance = services.wallets.balance(share.player)
            changed = BalanceChanged(balance=balance, currency=services.currency)
            services.switchboard.tell(share.player, changed)
        what = f"Hand {hand.number} at table {hand.table} was declared void by the house."
        services.bus.send(table_address(hand.table), Announce(f"{what} Reason: {reason}"))

    async def _record(self, caller: Caller, hand: SettledHand, reason: str, at_ms: int) -> None:
        """Note it for everybody who was dealt in; the same again is noted once."""
        for player in hand.seats.values():
            deed = f"{hand.key}: {reason}"
            await self._cases.record(caller.player, player, DEED, deed, at_ms)


def _stands(back: Transfer | None) -> OperatorRefused:
    """That a hand was voided before: by whom, when and why; or that it never was booked."""
    if back is None:
        return OperatorRefused("AMB-24", "not_booked")
    about = {"operator": back.operator, "at_ms": back.at_ms, "reason": back.note}
    return OperatorRefused("AMB-24", "hand_is_void", about)


def moved_by(
    hand: SettledHand, back: Transfer, from_stacks: Mapping[PlayerId, Cents]
) -> tuple[Share, ...]:
    """The shares of a hand that was taken back, as they were before; the house paid the missing."""
    found: list[Share] = []
    for player, delta in sorted(hand.deltas.items()):
        moved = sum(amount for account, amount in back.entries if _is_of(account, player))
        if delta:
            found.append(Share(player, -delta, from_stacks.get(player, 0), moved + delta))
    return tuple(found)


def _is_of(account: str, player: PlayerId) -> bool:
    parts = read_account(account)
    return parts.kind in (Kind.PLAYER_CASH, Kind.ESCROW) and parts.ids[-1] == player
