"""The world in memory: every port of the room that the server needs, without network or disk."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from cardroom.errors import AccessRefused, ActionRefused, SeatRefused, TransferRefused
from cardroom.ledger import CaseId, PlayerId, TableId, TournamentId
from cardroom.office.bookings import Booking, BookingState
from cardroom.office.card_readings import DEEDS, CardReading, read
from cardroom.office.operator_pages import AuditState, PlayerOverview, TableOverview
from cardroom.room.cash.lobby_views import LobbyView, StakeRow
from cardroom.room.channels import Switchboard
from cardroom.room.hand_pages import (
    HandExport,
    HandFilter,
    HandPage,
    HandSummary,
    PlayStatistics,
    Replay,
    TournamentHand,
)
from cardroom.room.net import Net
from cardroom.room.notices import ChatSaid, Turn
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import Answer
from cardroom.room.records import (
    Account,
    AccountChange,
    CashierOrder,
    Document,
    HandForm,
    Holding,
    Holdings,
    MoneyOrder,
    NewAccount,
    OutboxMessage,
    Session,
    StatementLine,
)
from cardroom.room.requests import Act, Chat, Report
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.units import Cents

ANA, BEN, CARA = PlayerId(1), PlayerId(2), PlayerId(3)
PLAYERS_ONLY: frozenset[AccountKind] = frozenset({"guest", "person", "practice"})
EVERYBODY: frozenset[AccountKind] = PLAYERS_ONLY | {"program"}


def caller(player: PlayerId, kind: AccountKind = "person") -> Caller:
    return Caller(player=player, name=f"player{player}", kind=kind)


def turn_request(turn: int = 17) -> Turn:
    return Turn(
        hand=991, turn=turn, seat=3, call=40, raise_from=120, raise_to=940, pot=185,
        deadline_ms=1_010_000, bank_ms=5_000, check=False,
    )  # fmt: skip


class FakeClock:
    """A clock that stands until it is moved."""

    def __init__(self, now_ms: int = 1_800_000_000_000) -> None:
        self._now_ms = now_ms
        self._monotonic_ms = 50_000

    def now_ms(self) -> int:
        return self._now_ms

    def monotonic_ms(self) -> int:
        return self._monotonic_ms

    def advance(self, ms: int) -> None:
        self._now_ms += ms
        self._monotonic_ms += ms


class FakeTokens:
    """Tokens that can be foretold."""

    def __init__(self) -> None:
        self._count = 0

    def fresh(self) -> str:
        self._count += 1
        return hashlib.sha256(str(self._count).encode()).hexdigest()


class FakeOwner:
    """The owner of a channel that everybody may hear."""

    def __init__(self, turn: Mapping[PlayerId, Turn] | None = None) -> None:
        self.turn = dict(turn or {})

    def verify_listener(self, caller: Caller) -> None:
        pass

    def snapshot(self, viewer: PlayerId) -> object:
        return {"seen_by": viewer}

    def pending(self, viewer: PlayerId) -> Turn | None:
        return self.turn.get(viewer)


class FakeRoom:
    """A room with the tables 7 (people) and 8 (programs too) that records what it is asked."""

    def __init__(self, clock: FakeClock) -> None:
        self.board = Switchboard(clock, own=lambda _: FakeOwner())
        self.owner = FakeOwner()
        self.seated: set[tuple[TableId, PlayerId]] = set()
        self.tables = {name: self.board.open(name, self.owner) for name in ("table:7", "table:8")}
        self.lobby_channel = self.board.open("lobby", FakeOwner())
        self.asked: list[tuple[PlayerId, RoomRequest]] = []
        self.here: list[tuple[str, PlayerId]] = []
        self.deeds: list[tuple[object, ...]] = []

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        if isinstance(request, Act):
            self._verify(request)
        self.asked.append((caller.player, request))
        if isinstance(request, Chat):
            said = ChatSaid(player=caller.player, name=caller.name, text=request.text)
            self.tables[request.ch].publish(said)
        return {"asked": len(self.asked)}

    def _verify(self, act: Act) -> None:
        if act.turn != 17:
            raise ActionRefused("BET-01", "stale_turn")
        if act.a == "raise" and act.to < 120:
            raise ActionRefused("BET-08", "below_minimum_raise", {"minimum": 120})
        if act.to == 666:
            raise ZeroDivisionError("a mistake of ours")

    def admits(self, place: str) -> frozenset[AccountKind]:
        return EVERYBODY if place in {"table:8", "nl-holdem:ordinary:1:2"} else PLAYERS_ONLY

    def has_seat(self, table: TableId, player: PlayerId) -> bool:
        return (table, player) in self.seated

    async def until_open(self, channel: str) -> None:
        """All tables are open."""

    def arrived(self, player: PlayerId) -> None:
        self.here.append(("arrived", player))

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        self.here.append(("left" if on_purpose else "lost", player))

    async def lobby(self) -> LobbyView:
        row = StakeRow(
            game="nl-holdem", format="ordinary", name="NL10", small_blind=5, big_blind=10, seats=6,
            min_buy_in=500, max_buy_in=1000, players=3, waiting=0, tables=1,
            admits=tuple(sorted(PLAYERS_ONLY)),
        )  # fmt: skip
        return LobbyView(currency="PLY", stakes=(row,))

    def overview(self) -> Answer:
        return {"tables": sorted(self.tables)}

    def open_tables(self) -> list[TableOverview]:
        ana = PlayerOverview(player=ANA, name="Ana", seat=3, stack=980, is_out=False)
        return [
            TableOverview(
                table=7, stake="NL10", game="nl-holdem", format="ordinary", small_blind=5,
                big_blind=10, seats=6, hands=991, is_dealing=True, frozen="", players=(ana,),
            )
        ]  # fmt: skip

    async def freeze(self, table: TableId) -> None:
        self._about_table("freeze", table)

    async def unfreeze(self, table: TableId) -> None:
        self._about_table("unfreeze", table)

    async def close_table(self, table: TableId) -> None:
        self._about_table("close_table", table)

    def _about_table(self, deed: str, table: TableId) -> None:
        if f"table:{table}" not in self.tables:
            raise SeatRefused("CASH-04", "no_such_table")
        self.deeds.append((deed, table))

    async def open_stake(self, caller: Caller, stake: str) -> Answer:
        self.deeds.append(("open", caller.player, stake))
        return {"stake": stake}

    async def close_stake(self, caller: Caller, stake: str) -> Answer:
        if stake == "unknown":
            raise SeatRefused("CASH-19", "no_such_stake")
        self.deeds.append(("close", caller.player, stake))
        return {"stake": stake}

    async def announce(self, caller: Caller, text: str) -> None:
        self.deeds.append(("announce", caller.player, text))

    async def drain(self, caller: Caller, at_ms: int) -> None:
        self.deeds.append(("drain", caller.player, at_ms))

    async def resume(self, caller: Caller) -> None:
        self.deeds.append(("resume", caller.player))

    def is_seated(self, player: PlayerId) -> bool:
        return False

    def let_in(self, player: PlayerId) -> None:
        self.deeds.append(("let_in", player))

    async def put_out(self, player: PlayerId, case: CaseId | None) -> None:
        assert case is None
        self.deeds.append(("put_out", player))


class FakeAccounts:
    """Accounts in a dict."""

    def __init__(self) -> None:
        self.kept: dict[PlayerId, Account] = {}
        self.keys: dict[str, PlayerId] = {}

    async def add(self, new: NewAccount) -> Account | None:
        player = self.keys.get(new.name_key, PlayerId(len(self.kept) + 1))
        account = Account(
            player=player, name=new.name, kind=new.kind, role=new.role, created_ms=new.created_ms,
            password_hash=new.password_hash, owner=new.owner,
        )  # fmt: skip
        if new.name_key in self.keys:
            # The same try again, after its answer was lost, finds what it made.
            return account if self.kept[player] == account else None
        self.keys[new.name_key] = player
        self.kept[player] = account
        return account

    async def find(self, player: PlayerId) -> Account | None:
        return self.kept.get(player)

    async def find_by_name(self, name_key: str) -> Account | None:
        player = self.keys.get(name_key)
        return None if player is None else self.kept[player]

    async def search(self, beginning: str, limit: int) -> list[Account]:
        found = sorted(key for key in self.keys if key.startswith(beginning))
        return [self.kept[self.keys[key]] for key in found[:limit]]

    async def programs_of(self, owner: PlayerId) -> list[Account]:
        return [account for account in self.kept.values() if account.owner == owner]

    async def change(self, player: PlayerId, change: AccountChange) -> Account | None:
        changes: dict[str, Any] = {
            name: getattr(change, name)
            for name in change.__struct_fields__
            if getattr(change, name) is not msgspec.UNSET
        }
        key = changes.pop("name_key", None)
        if player not in self.kept or (key is not None and self.keys.get(key, player) != player):
            return None
        if key is not None:
            self.keys = {name: who for name, who in self.keys.items() if who != player}
            self.keys[key] = player
        self.kept[player] = msgspec.structs.replace(self.kept[player], **changes)
        return self.kept[player]


class FakeSessions:
    """Sessions in a dict."""

    def __init__(self) -> None:
        self.kept: dict[bytes, Session] = {}

    async def begin(self, session: Session) -> None:
        self.kept[session.token_hash] = session

    async def find(self, token_hash: bytes) -> Session | None:
        return self.kept.get(token_hash)

    async def expire(self, token_hash: bytes, at_ms: int) -> None:
        session = self.kept.get(token_hash)
        if session is not None:
            ends = min(session.expires_ms, at_ms)
            self.kept[token_hash] = msgspec.structs.replace(session, expires_ms=ends)

    async def end_all(self, player: PlayerId, but: str = "") -> None:
        self.kept = {
            key: session
            for key, session in self.kept.items()
            if session.player != player or (but and session.family == but)
        }

    async def forget_expired(self, before_ms: int) -> None:
        self.kept = {
            key: session for key, session in self.kept.items() if session.expires_ms > before_ms
        }


class FakeBookings:
    """Bookings in a dict."""

    def __init__(self) -> None:
        self.kept: dict[str, Booking] = {}

    async def ask(self, booking: Booking, since_ms: int, alone: Cents) -> Booking:
        order = booking.order
        alone_before = sum(
            abs(one.order.amount)
            for one in self.kept.values()
            if one.asked_by == booking.asked_by and one.decided_by is None
            if one.asked_ms > since_ms and one.state in ("approved", "booked")
        )
        if order.reference not in self.kept and alone_before + abs(order.amount) > alone:
            booking = msgspec.structs.replace(booking, state="waiting")
        return self.kept.setdefault(order.reference, booking)

    async def decide(
        self, reference: str, state: BookingState, by: PlayerId, at_ms: int, said: str
    ) -> Booking:
        self.kept[reference] = msgspec.structs.replace(
            self.kept[reference], state=state, decided_by=by, decided_ms=at_ms, said=said
        )
        return self.kept[reference]

    async def close(self, reference: str, state: BookingState, said: str) -> None:
        self.kept[reference] = msgspec.structs.replace(self.kept[reference], state=state, said=said)

    async def find(self, reference: str) -> Booking | None:
        return self.kept.get(reference)

    async def unfinished(self) -> list[Booking]:
        return [one for one in self.kept.values() if one.state in ("waiting", "approved")]


class FakeBank:
    """Play money in a dict; every account is welcomed with 1,000.00."""

    def __init__(self) -> None:
        self.balances: dict[PlayerId, Cents] = {}
        self.orders: dict[str, CashierOrder] = {}

    async def welcome(self, player: PlayerId) -> None:
        self.balances.setdefault(player, 100_000)

    async def balance(self, player: PlayerId) -> Cents:
        return self.balances.get(player, 0)

    async def statement(self, player: PlayerId, before: int, limit: int) -> list[StatementLine]:
        line = StatementLine(seq=1, at_ms=5, reason="adjusted", amount=100_000, balance=100_000)
        return [one for one in (line,) if one.seq < before][:limit]

    async def holdings(self, player: PlayerId) -> Holdings:
        stack = Holding(kind="table", place=7, asset="PLY", amount=980)
        balance = await self.balance(player)
        return Holdings(currency="PLY", balance=balance, elsewhere=[stack])

    async def book(self, caller: Caller, order: CashierOrder, approved_by: str = "") -> Answer:
        if order.kind == "withdrawal" and order.amount > self.balances[order.player]:
            raise TransferRefused("I3", "not_enough_money")
        if order.reference not in self.orders:
            self.orders[order.reference] = order
            sign = -1 if order.kind == "withdrawal" else 1
            self.balances[order.player] += sign * order.amount
        return {"balance": self.balances[order.player]}


KEY = "hand:7:1:991"


def replay(hero: int | None) -> Replay:
    return Replay(
        key=KEY, table=7, number=991, at_ms=5, edition="en-2.7", currency="PLY", game="nl-holdem",
        small_blind=5, big_blind=10, seats_max=6, hero=hero, seats=(), events=(),
    )  # fmt: skip


class FakeLibrary:
    """One hand, of Ana's."""

    def __init__(self) -> None:
        self.wanted: list[HandFilter] = []
        self.words: dict[str, str] = {}

    async def hands(self, player: PlayerId, wanted: HandFilter) -> HandPage:
        self.wanted.append(wanted)
        hand = HandSummary(
            seq=9, key=KEY, table=7, number=991, at_ms=5, won=-40, game="nl-holdem", small_blind=5,
            big_blind=10, position="button", hole=(50, 51), board=(), pot=85, showdown=False,
        )  # fmt: skip
        return HandPage(hands=[hand] if player == ANA and wanted.before > hand.seq else [])

    async def hand(self, player: PlayerId, key: str, form: HandForm) -> Document | None:
        if player != ANA or key != KEY:
            return None
        return Document(body=b"[]", media_type="application/json", name=f"{key}.json")

    async def export(self, player: PlayerId, wanted: HandExport, form: HandForm) -> Document:
        if wanted.tournament == 404:
            raise AccessRefused(Net.FORM, "too_many_hands", {"at_most": 20_000})
        body = f"{form} {wanted.since_ms} {wanted.until_ms} {wanted.tournament}"
        return Document(body=body.encode(), media_type="text/plain", name="hands.txt")

    async def replay(self, player: PlayerId, key: str) -> Replay | None:
        return replay(3) if player == ANA and key == KEY else None

    async def share(self, player: PlayerId, key: str, word: str, at_ms: int) -> str | None:
        if player != ANA or key != KEY:
            return None
        self.words.setdefault(word, key)
        return next(iter(self.words))

    async def shared(self, word: str) -> Replay | None:
        return replay(None) if word in self.words else None

    async def hands_of_tournament(
        self, tournament: TournamentId, table: int, before: int, limit: int
    ) -> list[TournamentHand]:
        return []

    async def watched(self, tournament: TournamentId, key: str) -> Replay | None:
        return None

    async def audited(self, key: str) -> tuple[Replay, list[PlayerId]] | None:
        return (replay(None), [ANA, BEN]) if key == KEY else None

    async def hands_of_table(self, table: TableId, limit: int) -> list[Replay]:
        return [replay(None)] if table == 7 else []


class FakeScores:
    """Twelve hands, whoever asks."""

    async def statistics(self, player: PlayerId, since_ms: int) -> PlayStatistics:
        return PlayStatistics(
            since_ms=since_ms, hands=12, cents=-40, shares={}, positions=[], stakes=[], hours=[],
            curve=[],
        )  # fmt: skip


class FakeAudit:
    """An audit that is over as soon as it has begun."""

    def __init__(self) -> None:
        self._state = AuditState()

    def state(self) -> AuditState:
        return self._state

    def begin(self) -> AuditState:
        self._state = AuditState(state="good", read=5, of=5)
        return self._state


class FakeOrders:
    """A room without a cashier of its own: nobody has orders."""

    async def find_confirmable(self, reference: str) -> MoneyOrder | None:
        return None

    async def decide(self, reference: str, outcome: str, reason: str) -> MoneyOrder:
        raise KeyError(reference)


class FakeCases:
    """Reports and deeds in lists."""

    def __init__(self) -> None:
        self.reports: dict[tuple[PlayerId, str], Report] = {}
        self.deeds: list[tuple[PlayerId, PlayerId, str, str]] = []
        self.times: list[int] = []

    async def report(self, caller: Caller, report: Report, at_ms: int) -> CaseId:
        self.reports.setdefault((caller.player, report.id), report)
        return CaseId(list(self.reports).index((caller.player, report.id)) + 1)

    async def record(
        self, actor: PlayerId, subject: PlayerId, deed: str, reason: str, at_ms: int
    ) -> None:
        self.deeds.append((actor, subject, deed, reason))
        self.times.append(at_ms)

    async def readings(self, player: PlayerId, until_ms: int, limit: int) -> list[CardReading]:
        found = [
            read(at_ms, deed, reason)
            for at_ms, (_, subject, deed, reason) in zip(self.times, self.deeds, strict=True)
            if subject == player and deed in DEEDS and at_ms <= until_ms
        ]
        return found[::-1][:limit]


class FakeOutbox:
    """Messages that wait until they are marked."""

    def __init__(self, messages: Sequence[OutboxMessage] = ()) -> None:
        self.messages = list(messages)
        self.delivered: dict[int, int] = {}

    async def waiting(self, limit: int) -> Sequence[OutboxMessage]:
        return [one for one in self.messages if one.id not in self.delivered][:limit]

    async def mark_delivered(self, messages: Sequence[int], at_ms: int) -> None:
        for number in messages:
            self.delivered.setdefault(number, at_ms)

    async def replay(self, after: int, limit: int) -> Sequence[OutboxMessage]:
        return [one for one in self.messages if one.id > after][:limit]
