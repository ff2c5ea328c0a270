"""Who is connected: sessions, sockets and streams, found by session and by player."""

import asyncio
from collections import Counter
from typing import Protocol

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Attendance, Clock
from cardroom.server.limits import LIVE_SESSION_KEPT_MS, SOCKETS_PER_ACCOUNT, SOCKETS_PER_ADDRESS
from cardroom.server.sockets.messages import CloseCode
from cardroom.server.sockets.session_state import Line, SessionState

LINES_AT_ONCE = 100


class Elsewhere(Protocol):
    """Connections of the same room to other processes."""

    def close_player(self, player: PlayerId, code: CloseCode, *, but: str) -> None: ...

    def close_family(self, family: str, code: CloseCode) -> None: ...

    def mute(self, player: PlayerId, until_ms: int) -> None: ...


class Registry:
    """All live sessions; the room asks it who is in reach and how far away (Presence)."""

    def __init__(
        self, attendance: Attendance, clock: Clock, per_address: int = SOCKETS_PER_ADDRESS
    ) -> None:
        self._attendance = attendance
        self._clock = clock
        self._per_address = per_address
        self._live: dict[str, SessionState] = {}
        self._lines: dict[PlayerId, dict[Line, SessionState]] = {}
        self._addresses: Counter[str] = Counter()
        self.elsewhere: Elsewhere | None = None
        """Hears what is closed here, where the room has several processes."""

    # Questions

    def is_here(self, player: PlayerId) -> bool:
        return player in self._lines

    def lag_ms(self, player: PlayerId) -> int:
        """The shortest of the player's measured ways; only our own pings count."""
        measured = [line.lag_ms for line in self._lines.get(player, ())]
        return min((lag for lag in measured if lag is not None), default=0)

    def doubt_ms(self, player: PlayerId) -> int:
        """As long as one of the player's lines lives there is no doubt."""
        return min((line.doubt_ms for line in self._lines.get(player, ())), default=0)

    @property
    def live_count(self) -> int:
        return len(self._live)

    @property
    def player_count(self) -> int:
        return len(self._lines)

    def lines(self) -> list[Line]:
        return [line for lines in self._lines.values() for line in lines]

    # Coming and going

    def live(self, family: str, caller: Caller, muted_until_ms: int) -> SessionState:
        """The live session of a family, made when it is first wanted."""
        found = self._live.get(family)
        if found is None:
            found = self._live[family] = SessionState(family, caller, self._clock)
        found.caller = caller
        found.muted_until_ms = muted_until_ms
        found.seen_ms = self._clock.monotonic_ms()
        return found

    def take_address(self, address: str) -> None:
        """Count a connection from an address, or refuse one too many."""
        if self._addresses[address] >= self._per_address:
            raise AccessRefused(Net.RATE, "too_many_connections")
        self._addresses[address] += 1

    def free_address(self, address: str) -> None:
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def attach(self, live: SessionState, line: Line, *, is_socket: bool) -> None:
        """A connection is there; one too many takes the place of its session's oldest window."""
        player = live.caller.player
        lines = self._lines.get(player, {})
        if self._count_of(player) >= SOCKETS_PER_ACCOUNT:
            spare = next((one for one in live.sockets if one is not live.at_tables), None)
            if spare is None or not is_socket:
                raise AccessRefused(Net.RATE, "too_many_connections")
            self._replace(live, spare)
        is_back = not lines
        self._lines.setdefault(player, {})[line] = live
        if is_socket:
            live.sockets[line] = None
        if is_back:
            self._attendance.arrived(player)

    def _count_of(self, player: PlayerId) -> int:
        """How many connections a player has."""
        return len(self._lines.get(player, ()))

    def seat_at_tables(self, live: SessionState, line: Line, *, listens: bool) -> None:
        """Tables are heard in one window: a socket that begins to listen replaces the other."""
        old = live.at_tables
        if listens and old is not line:
            live.at_tables = line
            if old is not None:
                self._replace(live, old)
        elif not listens and old is line:
            live.at_tables = None

    def _replace(self, live: SessionState, old: Line) -> None:
        live.sockets.pop(old, None)
        self._drop(live.caller.player, old)
        old.hang_up(CloseCode.REPLACED)

    def detach(self, live: SessionState, line: Line, *, on_purpose: bool) -> None:
        """A connection is gone; when it was the player's last, the room learns of it (TIME-01)."""
        player = live.caller.player
        live.sockets.pop(line, None)
        if live.at_tables is line:
            live.at_tables = None
        live.seen_ms = self._clock.monotonic_ms()
        if not self._drop(player, line):
            return
        if player not in self._lines:
            self._attendance.gone(player, on_purpose=on_purpose)

    def _drop(self, player: PlayerId, line: Line) -> bool:
        lines = self._lines.get(player, {})
        if line not in lines:
            return False
        del lines[line]
        if not lines:
            self._lines.pop(player, None)
        return True

    # What the house does

    def close_player(self, player: PlayerId, code: CloseCode, *, but: str = "") -> None:
        """Hang up on a player, at once, but on the sockets of one session."""
        if self.elsewhere is not None:
            self.elsewhere.close_player(player, code, but=but)
        self.close_player_here(player, code, but=but)

    def close_player_here(self, player: PlayerId, code: CloseCode, *, but: str = "") -> None:
        """Hang up on a player's connections to this process."""
        for line, live in list(self._lines.get(player, {}).items()):
            if not but or live.family != but:
                line.hang_up(code)

    def close_family(self, family: str, code: CloseCode) -> None:
        """Hang up on one session, and forget what it was answered."""
        if self.elsewhere is not None:
            self.elsewhere.close_family(family, code)
        self.close_family_here(family, code)

    def close_family_here(self, family: str, code: CloseCode) -> None:
        """Hang up on one session's connections to this process."""
        live = self._live.pop(family, None)
        if live is None:
            return
        for line, owner in list(self._lines.get(live.caller.player, {}).items()):
            if owner is live:
                line.hang_up(code)

    def mute(self, player: PlayerId, until_ms: int) -> None:
        """Take the chat from a player's live sessions until a moment."""
        if self.elsewhere is not None:
            self.elsewhere.mute(player, until_ms)
        self.mute_here(player, until_ms)

    def mute_here(self, player: PlayerId, until_ms: int) -> None:
        """Take the chat from a player's live sessions in this process."""
        for live in self._live.values():
            if live.caller.player == player:
                live.muted_until_ms = until_ms

    def broadcast(self, frame: bytes) -> None:
        """Send the same to everybody."""
        for line in self.lines():
            line.deliver(frame)

    def close_all(self, code: CloseCode) -> None:
        for line in self.lines():
            line.hang_up(code)

    async def look_after(self) -> None:
        """Once a second: ping, hang up on the dead, forget sessions that are gone for long.

        Thousands of connections are looked at in portions, and the tables play on in between.
        """
        lines, now_ms = self.lines(), self._clock.monotonic_ms()
        for start in range(0, len(lines), LINES_AT_ONCE):
            for line in lines[start : start + LINES_AT_ONCE]:
                line.look_after(now_ms)
            await asyncio.sleep(0)
        self._forget_gone(now_ms - LIVE_SESSION_KEPT_MS)

    def _forget_gone(self, since_ms: int) -> None:
        old = [one for one in self._live.values() if not one.sockets and one.seen_ms < since_ms]
        for live in old:
            if live not in self._lines.get(live.caller.player, {}).values():
                del self._live[live.family]
