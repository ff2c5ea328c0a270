"""What a load test of a tournament measures, for one size of the field and for several."""

from collections.abc import Sequence

import msgspec

from cardroom.commands.load.measured import Cost, Figures, Machine, Tally, percentile


class Cancelled(msgspec.Struct, frozen=True, kw_only=True):
    """What players at the tables noticed while another tournament was cancelled.

    `took_ms` is from the order until its answer, when every refund is stored; times of actions are
    of those in the seconds after the order.
    """

    refunds: int
    took_ms: float
    actions: int
    p50_ms: float
    p99_ms: float
    longest_ms: float


class FieldFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One tournament while all its tables play.

    `first_deal_ms` is the time from the announced start until a player saw the first hand of a
    table: of the slowest table, and of the one in the middle. Memory and CPU are the server's,
    None where it is not a process of this test.
    """

    players: int
    tables: int
    entering_s: float
    first_deal_ms: float
    first_deal_p50_ms: float
    hands: int
    refused: int
    frames_per_action: float
    bytes_per_action: float
    memory_kib_per_player: float | None
    play: Figures
    cancelled: Cancelled | None = None


class FieldResult(msgspec.Struct, frozen=True, kw_only=True):
    """Tournaments of different sizes; ratios are of the last size to the first."""

    every_s: float
    fields: tuple[FieldFigures, ...]
    cpu_per_action_ratio: float | None = None
    memory_per_player_ratio: float | None = None
    machine: Machine | None = None


class FieldTally(Tally):
    """Counts for a whole field; `bytes`, `hands` and `refused` only since `start`."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0
        self.hands = 0
        self.refused = 0
        self.first_deals_ms: dict[str, float] = {}
        """When the first hand of each table was seen, by the table's channel."""
        self._last_hands: dict[str, int] = {}

    def start(self) -> None:
        super().start()
        self.bytes = self.hands = self.refused = 0

    def note_deal(self, channel: str, at_ms: float) -> None:
        """A hand was seen at a table; only the first time counts."""
        self.first_deals_ms.setdefault(channel, at_ms)

    def note_hand(self, channel: str, number: int, at_ms: float) -> None:
        """A hand began under this number of the table's channel; everybody there says so."""
        self.note_deal(channel, at_ms)
        if number > self._last_hands.get(channel, 0):
            self._last_hands[channel] = number
            self.hands += 1

    def cancelled(self, refunds: int, took_s: float) -> Cancelled:
        """What was counted since `start`, which was the order to cancel."""
        return Cancelled(
            refunds=refunds,
            took_ms=round(1000 * took_s, 1),
            actions=len(self.latencies_ms),
            p50_ms=round(percentile(self.latencies_ms, 50), 2),
            p99_ms=round(percentile(self.latencies_ms, 99), 2),
            longest_ms=round(max(self.latencies_ms, default=0.0), 2),
        )

    def field_figures(
        self, *, starts_ms: int, entering_s: float, empty: Cost | None, play: Figures,
        full: Cost | None,
    ) -> FieldFigures:  # fmt: skip
        """Everything about this field."""
        waits = [seen_ms - starts_ms for seen_ms in self.first_deals_ms.values()]
        memory = None
        if empty is not None and full is not None:
            memory = round((full.memory_kib - empty.memory_kib) / play.players, 1)
        return FieldFigures(
            players=play.players,
            tables=len(waits),
            entering_s=round(entering_s, 2),
            first_deal_ms=round(max(waits), 1),
            first_deal_p50_ms=round(percentile(waits, 50), 1),
            hands=self.hands,
            refused=self.refused,
            frames_per_action=round(play.messages / play.actions, 2),
            bytes_per_action=round(self.bytes / play.actions, 1),
            memory_kib_per_player=memory,
            play=play,
        )


def compare(every_s: float, fields: Sequence[FieldFigures]) -> FieldResult:
    """The sizes beside each other."""
    first, last = fields[0], fields[-1]
    is_one = len(fields) == 1
    return FieldResult(
        every_s=every_s,
        fields=tuple(fields),
        cpu_per_action_ratio=None
        if is_one
        else _ratio(last.play.cpu_us_per_action, first.play.cpu_us_per_action),
        memory_per_player_ratio=None
        if is_one
        else _ratio(last.memory_kib_per_player, first.memory_kib_per_player),
    )


def _ratio(last: float | None, first: float | None) -> float | None:
    return round(last / first, 3) if last and first else None
