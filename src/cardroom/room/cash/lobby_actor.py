"""The cash lobby as an actor: one task, one bounded inbox, and nobody else's state.

Players' requests and operators' words are answered; what a table reports is read; whatever follows
goes to players at once, and to tables as messages.
"""

import asyncio
from collections.abc import Callable

import msgspec

from cardroom.cash.lobby.lobby import Lobby
from cardroom.cash.lobby_events import (
    EntryNumber,
    LobbyEvent,
    Queued,
    SeatOffered,
    TableClosed,
    TableOpened,
)
from cardroom.cash.messages import PlayerArrived, PlayerGone, SeatNotTaken, ToLobby
from cardroom.errors import Refused, SeatRefused, Unavailable
from cardroom.ledger import TableId
from cardroom.room.bus import InboxFull, Letter, table_address
from cardroom.room.cash.absence import Absence
from cardroom.room.cash.admission import Admission
from cardroom.room.cash.drawing import SeatDraws
from cardroom.room.cash.lobby_channel import LobbyChannel
from cardroom.room.cash.messages import (
    LOBBY,
    Adopt,
    CloseCashTable,
    CloseDoors,
    CountFreeSeats,
    DropUnadmitted,
    ExcludeFromBanzai,
    FindGame,
    LetIn,
    OfferAt,
    OfferStakes,
    OpenDoors,
    OpenTable,
    PutOut,
    RestorePlaces,
    RestoreSeat,
    TakeSeat,
)
from cardroom.room.cash.place_keeper import PlaceKeeper
from cardroom.room.cash.play_now import first_stakes, key_of, tried_stakes
from cardroom.room.incidents import report
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.requests import Decline, LeaveQueue, Play, Posting, Sit
from cardroom.room.services import RoomServices
from cardroom.room.tables.messages import Announce, EndTable, PlayerRequest
from cardroom.room.tables.task import DONE, LATER
from cardroom.rulebook.cash.stakes import StakeKey

TICK_S = 1.0
REQUESTS_MAX = 1024
MESSAGES_MAX = 100_000
"""Five for each table that there may be; a table's reports replace each other."""

OpenTableSoon = Callable[[TableId, StakeKey], None]
BreakTable = Callable[[TableId, Exception], None]


class LobbyActor:
    """The task of the cash lobby. `opened` starts a table's own task; `broken` hears of a table
    that has not read its messages for too long."""

    def __init__(
        self,
        services: RoomServices,
        admission: Admission,
        process: str,
        *,
        opened: OpenTableSoon,
        broken: BreakTable,
    ) -> None:
        self.draws = SeatDraws(services)
        self.lobby = Lobby(
            services.rules,
            balance=services.wallets.balance,
            cashier=services.cashier,
            history=services.history,
            below=self.draws.below,
            new_table=services.new_table,
            limits=services.limits,
        )
        self.channel = LobbyChannel(self.lobby, admission, services.switchboard, services.currency)
        self._services = services
        self._admission = admission
        self._places = PlaceKeeper(services, process)
        self._absence = Absence(self.lobby, services.presence, services.names)
        self._opened = opened
        self._broken = broken
        self._inbox = services.bus.open(
            LOBBY, services.clock, requests_max=REQUESTS_MAX, messages_max=MESSAGES_MAX
        )
        self._tick_at_s = 0.0
        self._doors_are_closed = False

    @property
    def unread(self) -> int:
        """How many letters wait."""
        return len(self._inbox)

    @property
    def _now(self) -> int:
        return self._services.clock.now_ms()

    # The task

    async def run(self) -> None:
        """Read letters and let time pass, for as long as the room runs."""
        clock = asyncio.get_running_loop().time
        self._tick_at_s = clock() + TICK_S
        while True:
            letter = await self._inbox.take(max(0.0, self._tick_at_s - clock()))
            if letter is not None:
                self._read(letter)
            if clock() >= self._tick_at_s:
                self._tick_at_s = clock() + TICK_S
                self._attempt(self._tick)

    def _read(self, letter: Letter) -> None:
        try:
            self._attempt(lambda: self._receive(letter))
        finally:
            letter.fail(Unavailable("the lobby has failed"))

    def _attempt(self, work: Callable[[], None]) -> None:
        """Do something and pass on what follows; our own mistake must not stop the lobby."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - the lobby goes on for everybody else
            report("the lobby failed", error)
        try:
            self._pass_on()
        except Exception as error:  # noqa: BLE001 - the lobby goes on for everybody else
            report("the lobby could not pass on what happened", error)

    def _tick(self) -> None:
        if not self._doors_are_closed:
            self._absence.look(self._now)
            self.lobby.tick(self._now)
            self._pass_on()
        self.channel.tell()

    def _open_doors(self, at_ms: int) -> None:
        """Everybody gets the whole time for an offered seat, and to come back (CRASH-01)."""
        self._doors_are_closed = False
        self._absence.begin_again()
        self.lobby.renew_offers(at_ms)

    # What it is asked and told

    def _receive(self, letter: Letter) -> None:
        try:
            answer = self._answer(letter)
        except Refused as refusal:
            letter.fail(refusal)
        else:
            if answer is not LATER:
                letter.reply(answer)

    def _answer(self, letter: Letter) -> object:
        """Do what a letter wants; LATER when a table answers it."""
        message, lobby, at_ms = letter.message, self.lobby, letter.at_ms
        match message:
            case PlayerRequest():
                return self._carry_out(letter, message)
            case PlayerGone():
                lobby.lose_connection(message.player, message.at_ms)
            case PlayerArrived():
                lobby.reconnect(message.player, message.at_ms)
            case Announce():
                self.channel.announce(message.text)
            case FindGame():
                return self._find_game(message, at_ms)
            case Adopt():
                lobby.adopt(message.report)
            case CloseDoors():
                self._doors_are_closed = True
            case OpenDoors():
                self._open_doors(at_ms)
            case RestorePlaces():
                lobby.restore_places(message.places, at_ms)
            case OpenTable():
                return lobby.open_table(message.stake, at_ms)
            case CloseCashTable():
                lobby.close_table(message.table, at_ms)
            case OfferAt():
                return lobby.offer_at(message.player, message.table, None, at_ms)
            case RestoreSeat():
                return lobby.restore_seat(message.player, message.table, message.seat, at_ms)
            case PutOut():
                return lobby.put_out(message.player, message.case, at_ms)
            case LetIn():
                if self._services.history.case_of(message.player) is not None:
                    lobby.suspend(message.player, None, at_ms)
            case ExcludeFromBanzai():
                lobby.exclude(message.player, at_ms, excluded=message.excluded)
            case DropUnadmitted():
                self._drop_unadmitted(message.stake, at_ms)
            case OfferStakes():
                lobby.offer_stakes(message.stakes)
                self.channel.note_change()
                self.channel.tell()
            case CountFreeSeats():
                tables = [one for one in lobby.tables if one.stake.key == message.stake]
                return {one.number: len(one.free_seats) for one in tables}
            case _:
                assert isinstance(message, ToLobby), f"no such message to the lobby: {message}"
                lobby.receive(message)
        return DONE

    def _carry_out(self, letter: Letter, message: PlayerRequest) -> object:
        """What a player asks for."""
        caller, request = message.caller, message.request
        match request:
            case Play():
                return self._play(caller, request, letter.at_ms)
            case Posting():
                self.lobby.set_posting(caller.player, letter.at_ms, by_hand=request.by_hand)
            case LeaveQueue():
                self.lobby.leave_queue(caller.player, EntryNumber(request.entry))
            case Decline():
                self.lobby.decline(caller.player, request.table, letter.at_ms)
            case Sit():
                self._pass_on_buy_in(letter, message, request)
                return LATER
            case _:
                raise AssertionError(f"no such request: {type(request).__name__}")
        return DONE

    def _drop_unadmitted(self, stake: StakeKey, at_ms: int) -> None:
        """Have nobody wait at a stake, or hold an offer there, who may no longer sit there."""
        admitted, kind = self._admission.admits(stake), self._services.names.kind
        self.lobby.close_to(stake, lambda player: kind(player) not in admitted, at_ms)
        self.channel.tell()

    def _pass_on_buy_in(self, letter: Letter, message: PlayerRequest, request: Sit) -> None:
        """Send a player to the table where a seat is theirs; the table answers."""
        caller, table, at_ms = message.caller, request.table, letter.at_ms
        self._verify_admitted(caller, self.lobby.table(table).stake.key)
        seat = self.lobby.take_offer(caller.player, table, at_ms)
        sits = TakeSeat(caller=caller, request=request, seat=seat)
        try:
            self._services.bus.pass_on(letter, table_address(table), sits, sender=LOBBY)
        except InboxFull as error:
            self.lobby.receive(SeatNotTaken(table=table, player=caller.player, at_ms=at_ms))
            self._broken(table, error)

    def _play(self, caller: Caller, request: Play, at_ms: int) -> Answer:
        """Ask for a number of seats: offers and places in the queue (CASH-04, CASH-06)."""
        self._verify_admitted(caller, request.stake)
        answers: list[SeatOffered | Queued] = []
        try:
            while len(answers) < request.tables:
                answers.append(self.lobby.ask(caller.player, request.stake, at_ms))
        except SeatRefused:
            if not answers:
                raise
        offers = [msgspec.to_builtins(one) for one in answers if isinstance(one, SeatOffered)]
        queued = [msgspec.to_builtins(one) for one in answers if isinstance(one, Queued)]
        return {"offers": offers, "queued": queued}

    def _verify_admitted(self, caller: Caller, stake: StakeKey) -> None:
        """Only those take a new seat whom the operator lets in there now (FAIR-07)."""
        if caller.kind not in self._admission.admits(stake):
            raise SeatRefused("FAIR-07", "not_for_this_kind_of_account")

    def _find_game(self, wanted: FindGame, at_ms: int) -> SeatOffered | Queued | None:
        """A seat at the best stake that has one free, or a place in the queue of the best of all.

        Only the stake is chosen here; the table is drawn as for everybody (CASH-04). Nothing is
        found yet where all games wait for lost connections, and the player has patience.
        """
        caller, lobby = wanted.caller, self.lobby
        player = caller.player
        rows, money = self.channel.view().stakes, lobby.money(player)
        stakes = first_stakes(rows, money, caller.kind)
        if not stakes:
            everything = first_stakes(rows, None, caller.kind)
            if not everything:
                raise SeatRefused("FAIR-07", "not_for_this_kind_of_account")
            cheapest = min(row.min_buy_in for row in everything)
            raise SeatRefused("CASH-16", "not_enough_money", {"from": cheapest})
        tried = tried_stakes(stakes)
        for key in tried:
            try:
                offer = lobby.offer_now(player, key, at_ms, moving=wanted.is_patient)
            except SeatRefused:
                continue
            if offer is not None:
                return offer
        if wanted.is_patient and any(map(lobby.stands_still, tried)):
            return None
        return lobby.ask(player, key_of(stakes[0]), at_ms)

    # What follows

    def _pass_on(self) -> None:
        """Tell players and tables what follows, before anything else happens here."""
        news = self.lobby.take_news()
        self.draws.finish([event for event in news if isinstance(event, SeatOffered)])
        if news:
            self.channel.note_change()
            for event in news:
                self._places.note(event)
                self._tell(event)
        for table, message in self.lobby.take_messages():
            self._send(table, message)
        for event in news:
            if isinstance(event, TableClosed):
                self._send(event.table, EndTable())

    def _tell(self, event: LobbyEvent) -> None:
        if isinstance(event, TableOpened):
            self._opened(event.table, event.stake)
        else:
            player = getattr(event, "player", None)
            if player is not None:
                self._services.switchboard.tell(player, event)

    def _send(self, table: TableId, message: object) -> None:
        try:
            self._services.bus.send(table_address(table), message, sender=LOBBY)
        except InboxFull as error:
            self._broken(table, error)
