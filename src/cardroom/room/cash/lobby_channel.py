"""The board of the lobby: the stakes with their players and queues, the same for everybody."""

from cardroom.cash.lobby.lobby import Lobby
from cardroom.ledger import PlayerId
from cardroom.room.cash.admission import Admission
from cardroom.room.cash.lobby_views import Gathering, LobbyView, StakeRow, StakesChanged
from cardroom.room.cash.play_now import first_stakes, key_of
from cardroom.room.channels import Switchboard
from cardroom.room.notices import Announced
from cardroom.room.people import Caller
from cardroom.rulebook.cash.stakes import StakeKey


class LobbyChannel:
    """The owner of the channel `lobby`."""

    def __init__(
        self, lobby: Lobby, admission: Admission, switchboard: Switchboard, currency: str
    ) -> None:
        self._lobby = lobby
        self._admission = admission
        self._currency = currency
        self._is_old = False
        self._changes_seen = admission.changes
        self._view = self._look()
        self._channel = switchboard.open("lobby", self)

    def view(self) -> LobbyView:
        """The lobby as it was last told."""
        return self._view

    def note_change(self) -> None:
        """Seats or queues are different now."""
        self._is_old = True

    def tell(self) -> None:
        """Look at the tables and tell what changed; with many tables not for every hand."""
        changes = self._admission.changes
        if not self._is_old and changes == self._changes_seen:
            return
        self._is_old = False
        self._changes_seen = changes
        before = set(self._view.stakes)
        self._view = self._look()
        changed = tuple(row for row in self._view.stakes if row not in before)
        if changed:
            self._channel.publish(StakesChanged(stakes=changed))

    def announce(self, text: str) -> None:
        """Say something to everybody in the lobby."""
        self._channel.publish(Announced(text=text))

    def _look(self) -> LobbyView:
        tables: dict[StakeKey, int] = {}
        players: dict[StakeKey, int] = {}
        for table in self._lobby.tables:
            key = table.stake.key
            tables[key] = tables.get(key, 0) + 1
            players[key] = players.get(key, 0) + len(table.seated)
        waiting = self._lobby.waiting
        rows = tuple(
            StakeRow(
                game=stake.game,
                format=stake.format,
                name=stake.name,
                small_blind=stake.small_blind,
                big_blind=stake.big_blind,
                seats=stake.seats,
                min_buy_in=stake.min_buy_in,
                max_buy_in=stake.max_buy_in,
                players=players.get(stake.key, 0),
                waiting=waiting.get(stake.key, 0),
                tables=tables.get(stake.key, 0),
                admits=tuple(sorted(self._admission.admits(stake.key))),
                gathering=self._gathering(stake.key) if waiting.get(stake.key) else None,
            )
            for stake in self._lobby.stakes
        )
        first = first_stakes(rows, None, "guest")
        play_now = key_of(first[0]) if first else None
        return LobbyView(currency=self._currency, stakes=rows, play_now=play_now)

    def _gathering(self, stake: StakeKey) -> Gathering:
        """How many there are toward a table for those who wait (CASH-06, AMB-39)."""
        needed = self._lobby.rules.seating.players_to_open
        return Gathering(ready=self._lobby.gathered(stake), needed=needed)

    # What listeners get (ChannelOwner)

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may look at the lobby."""

    def snapshot(self, viewer: PlayerId) -> object:  # noqa: ARG002
        return self._view

    def pending(self, viewer: PlayerId) -> None:  # noqa: ARG002
        return None
