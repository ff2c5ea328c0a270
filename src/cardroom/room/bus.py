"""The bus inside one process: carries messages between the room's actors, and knows no game.

An actor has an address (`table:7`, `lobby:cash`) and one bounded inbox, with letters in the order
of their arrival, each answered at most once. Between two actors messages arrive in the order in
which they were sent; among three there is no order. Nobody waits to send a message.

Players' requests and messages of other actors share an inbox, with a bound each. A request too many
is refused, so that players cannot crowd out what actors have to say to each other. A message never
waits for room: who sends it would wait for an actor that perhaps waits for the sender. Messages
that say how things are take the place of an older one of their kind, so that an actor that cannot
read for a while finds few; one that gets too many all the same is broken, and its sender hears it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from cardroom.errors import CardroomError, SeatRefused, Unavailable
from cardroom.room.net import Net

OUTSIDE = "room"
"""Who sends what comes from no actor: players, operators, the server."""
REQUESTS_MAX = 64
MESSAGES_MAX = 1024
ALARM_S = 0.001
"""An alarm goes off so much too early at most: the loop counts in milliseconds."""


class InboxFull(Exception):
    """An actor has not read its messages for far too long."""


class NobodyThere(SeatRefused):
    """There is no actor at an address, or not any more."""


class Watch(Protocol):
    """The time of an actor; that of a tournament may be ahead of the room's."""

    def now_ms(self) -> int: ...


class Letter:
    """A message in an inbox, the moment at which it arrived there, and where its answer goes."""

    __slots__ = ("_answer", "at_ms", "is_request", "message")

    def __init__(
        self, message: object, answer: "asyncio.Future[Any] | None" = None, *, at_ms: int = 0
    ) -> None:
        self.message = message
        self.at_ms = at_ms
        self.is_request = answer is not None
        """Whether it is refused by a full inbox; what an actor passes on no longer is."""
        self._answer = answer

    @property
    def is_awaited(self) -> bool:
        """Whether somebody still waits for the answer."""
        return self._answer is not None and not self._answer.done()

    def reply(self, answer: object) -> None:
        """Answer; who no longer waits does not hear it."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        """Answer that it was not done, unless it was answered before."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)

    def when_answered(self, heard: Callable[[], None]) -> None:
        """Call somebody once it is answered, by whomever."""
        if self._answer is not None:
            self._answer.add_done_callback(lambda _: heard())

    def passed_on(self, message: object) -> "Letter":
        """A letter for somebody else, who answers instead."""
        letter = Letter(message)
        letter._answer, self._answer = self._answer, None
        return letter


class Inbox:
    """What an actor has to read, and the bell that wakes it."""

    def __init__(
        self,
        clock: Watch,
        *,
        requests_max: int = REQUESTS_MAX,
        messages_max: int = MESSAGES_MAX,
    ) -> None:
        self._clock = clock
        self._letters: deque[Letter] = deque()
        self._replaceable: dict[object, Letter] = {}
        """The unread messages that a newer one of their kind replaces."""
        self._requests = 0
        self._requests_max = requests_max
        self._messages_max = messages_max
        self._rung = False
        self._sleeper: asyncio.Future[None] | None = None
        self._due_s: float | None = None
        """When the bell rings by itself; None while nobody waits for that."""
        self._alarm: asyncio.TimerHandle | None = None
        """Goes off at that moment or before: then it is set again."""
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._letters)

    def __iter__(self) -> Iterator[object]:
        """The messages that the actor has not read yet."""
        return (letter.message for letter in self._letters)

    def put(self, letter: Letter) -> None:
        """Add a letter at the end; a request too many is refused, a message too many an error."""
        if self._is_closed:
            letter.fail(gone())
            return
        if letter.is_request:
            if self._requests >= self._requests_max:
                letter.fail(SeatRefused(Net.BUSY, "table_is_busy"))
                return
            self._requests += 1
        elif self._replaces(letter):
            return
        elif len(self._letters) - self._requests >= self._messages_max:
            raise InboxFull
        if not letter.at_ms:
            letter.at_ms = self._clock.now_ms()
        self._letters.append(letter)
        self.ring()

    def _replaces(self, letter: Letter) -> bool:
        """Put the newest word about something in the place of one that nobody has read yet."""
        kind = getattr(letter.message, "replaces", None)
        if kind is None:
            return False
        older = self._replaceable.get(kind)
        if older is not None:
            older.message = letter.message
            return True
        self._replaceable[kind] = letter
        return False

    def put_back(self, letter: Letter) -> None:
        """Read a message once more as the first; one that was not read is as if never taken."""
        if self._is_closed:
            letter.fail(gone())
            return
        self._letters.appendleft(letter)
        self.ring()

    def ring(self) -> None:
        """Wake the actor: there is something to look at."""
        self._rung = True
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def take(self, wait_s: float | None) -> Letter | None:
        """The next letter; None when the bell rang without one, or time is up."""
        if not self._letters and not self._rung:
            await self._sleep(wait_s)
        self._rung = False
        if not self._letters:
            return None
        return self._taken(self._letters.popleft())

    def take_first(self, wanted: Callable[[object], bool]) -> Letter | None:
        """The letter at the front if it is of a kind; None without waiting if it is not."""
        if not self._letters or not wanted(self._letters[0].message):
            return None
        self._rung = False
        return self._taken(self._letters.popleft())

    async def take_only(
        self, wanted: Callable[[object], bool], wait_s: float | None
    ) -> Letter | None:
        """The next letter of a kind; None when there is none after the bell has rung. All others
        wait where they are, and whoever is done with this rings again for them."""
        letter = self._first(wanted)
        if letter is None:
            await self._sleep(wait_s)
            letter = self._first(wanted)
        return letter

    def _first(self, wanted: Callable[[object], bool]) -> Letter | None:
        letter = next((one for one in self._letters if wanted(one.message)), None)
        if letter is not None:
            self._letters.remove(letter)
            self._taken(letter)
        return letter

    def _taken(self, letter: Letter) -> Letter:
        if letter.is_request:
            self._requests -= 1
        elif self._replaceable:
            self._replaceable.pop(getattr(letter.message, "replaces", None), None)
        return letter

    async def _sleep(self, wait_s: float | None) -> None:
        """Sleep until the bell rings, which it does by itself when time is up."""
        loop = asyncio.get_running_loop()
        self._sleeper = loop.create_future()
        if wait_s is not None:
            self._due_s = loop.time() + wait_s
            self._set_alarm(loop, self._due_s)
        try:
            await self._sleeper
        finally:
            self._sleeper = self._due_s = None

    def _set_alarm(self, loop: asyncio.AbstractEventLoop, due_s: float) -> None:
        """Have the alarm go off in time. One that is set for an earlier moment stays: most turns
        are over long before their deadline, and none of them needs a timer of its own."""
        alarm = self._alarm
        if alarm is not None:
            if alarm.when() <= due_s:
                return
            alarm.cancel()
        self._alarm = loop.call_at(due_s, self._go_off, loop)

    def _go_off(self, loop: asyncio.AbstractEventLoop) -> None:
        """Ring if it is time, and set the alarm again if it is not."""
        self._alarm = None
        if self._due_s is None:
            return
        if self._due_s - loop.time() < ALARM_S:
            self.ring()
        else:
            self._set_alarm(loop, self._due_s)

    def close(self, refusal: Callable[[], CardroomError] | None = None) -> None:
        """The actor is gone: whoever still waits gets a refusal."""
        self._is_closed = True
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        while self._letters:
            self._letters.popleft().fail(gone() if refusal is None else refusal())
        self.ring()


def table_address(table: int) -> str:
    """Where a table gets its messages."""
    return f"table:{table}"


class LocalBus:
    """Every actor of this process by its address (Bus)."""

    def __init__(self) -> None:
        self._inboxes: dict[str, Inbox] = {}

    def open(
        self,
        address: str,
        clock: Watch,
        *,
        requests_max: int = REQUESTS_MAX,
        messages_max: int = MESSAGES_MAX,
    ) -> Inbox:
        """The inbox of an actor; what it is sent before it runs waits there."""
        inbox = self._inboxes.get(address)
        if inbox is None:
            inbox = Inbox(clock, requests_max=requests_max, messages_max=messages_max)
            self._inboxes[address] = inbox
        return inbox

    def close(self, address: str) -> None:
        """An actor is no more."""
        inbox = self._inboxes.pop(address, None)
        if inbox is not None:
            inbox.close()

    def send(self, to: str, message: object, *, sender: str = OUTSIDE) -> None:
        """Tell an actor something; who is no more hears nothing."""
        self._deliver(sender, to, Letter(message))

    async def ask(self, to: str, message: object) -> Any:
        """Have an actor do something in its turn: its answer, or the refusal that it raised."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._deliver(OUTSIDE, to, Letter(message, answer))
        return await answer

    def pass_on(self, letter: Letter, to: str, message: object, *, sender: str) -> None:
        """Have another actor answer a letter; one that is broken answers nothing any more."""
        passed = letter.passed_on(message)
        try:
            self._deliver(sender, to, passed)
        except InboxFull:
            passed.fail(stopped())
            raise

    def _deliver(self, sender: str, to: str, letter: Letter) -> None:
        """Put a letter into its inbox, after all others from the same sender."""
        del sender
        inbox = self._inboxes.get(to)
        if inbox is None:
            letter.fail(gone())
        else:
            inbox.put(letter)


def gone() -> NobodyThere:
    """The answer to what was asked of a table that is no more."""
    return NobodyThere("CASH-04", "no_such_table")


def stopped() -> Unavailable:
    """The answer to a request that failed by our own mistake."""
    return Unavailable("the table has stopped")
