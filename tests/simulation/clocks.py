"""Clocks and timebanks counted a second time, from what the rail is told (TIME-01..06, AMB-56..60).

One referee for each table, through all processes of an evening. It sees no more than anybody on the
rail: who is asked when, who acted when, whose line was lost. Written from the catalogue alone.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cardroom.ledger import PlayerId

if TYPE_CHECKING:
    from tests.simulation.world import World

RAIL = PlayerId(998)
ACTION_MS = 10_000
RETURN_MS = 30_000
STEP_MS = 250
CAP_MS = 30_000
LAG_MS = 1_750
"""What a slow line may be worth beyond the deadline, at most."""
WINDOW_MS = 1_800_000
NEAR_MS = 5
"""Times that are rounded on their way are this near to each other."""
WRITING_MS = 20_000
"""How long the store may be out of reach while a hand waits to be dealt."""
ACTIONS = ("folded", "checked", "called", "raised")


class Sitting:
    """One player at the table: timebank, hands dealt in, and the line."""

    def __init__(self, player: int, bank_ms: int, hands: int) -> None:
        self.player = player
        self.bank_ms = bank_ms
        self.hands = hands
        self.lost_at_ms: int | None = None
        self.loss_heard_ms = 0
        """When the table heard of the lost line: until then the bank was running."""
        self.extra_used = False
        """Whether this decision waits for a lost line already (AMB-57)."""
        self.is_out = False
        self.standing = "waiting"
        self.before = (bank_ms, hands)
        """Bank and hands as the hand in progress found them (AMB-69)."""
        self.earlier = {bank_ms}
        """What a restart may go back to: the bank at the start of the last hands."""
        self.came_with: Left | None = None
        """The bank that waited for the player here: if the seat never was, it waits again."""


class Left(NamedTuple):
    """A bank that waits for its player to come back (AMB-60)."""

    bank_ms: int
    hands: int
    at_ms: int
    earlier: set[int]


class TableReferee:
    """Follows one table and says when a clock or a bank is not what it must be."""

    def __init__(self, world: "World", table: int) -> None:
        self.viewer = RAIL
        self._world = world
        self._table = table
        self._seats: dict[int, Sitting] = {}
        self._left: dict[int, Left] = {}
        self._turn: tuple[int, int, int] | None = None
        """The seat that is asked, when its turn began, until when nothing is charged."""
        self._number = 0
        self._dealt: list[int] = []
        self._is_paid = False
        self._line_changed: set[int] = set()
        """Seats whose line was lost or came back since the last turn ended."""

    def deliver(self, frame: bytes) -> None:
        """Hear what the rail hears."""
        message = msgspec.json.decode(frame)
        try:
            if message["t"] == "snapshot":
                self._begin(message["d"])
            elif message["t"] == "event":
                self._hear(message["d"])
        except AssertionError as wrong:
            self._world.broken(AssertionError(f"table {self._table}: {wrong}"))

    @property
    def _now(self) -> int:
        return self._world.now_ms

    def _begin(self, shown: dict[str, Any]) -> None:
        """A process takes the table up: banks are those before the hand that was interrupted."""
        known = {one.player: one for one in self._seats.values()}
        self._seats, self._turn, self._dealt, self._is_paid = {}, None, [], False
        for place in shown["places"]:
            player, bank_ms = place["player"], place["bank_ms"]
            before = known.get(player)
            # Which hands were counted before the restart is not told.
            one = Sitting(player, bank_ms, -1)
            one.lost_at_ms = None if place["connected"] else self._now
            one.is_out = place["out_since_ms"] is not None
            one.standing = place["standing"]
            if before is not None:
                legal = before.earlier | {before.bank_ms, before.before[0]}
                if self._is_first_edition:
                    legal |= {max(10_000, one_ms) for one_ms in legal}
                assert bank_ms in legal, f"{player} came back to a bank of {bank_ms}, not {legal}"
            self._seats[place["seat"]] = one
        here = {one.player for one in self._seats.values()}
        for player, before in known.items():
            if player not in here and before.came_with is not None:
                # The seat was lost with the process: the player never came back.
                self._left[player] = before.came_with

    def _hear(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        if kind != "pot_awarded":
            self._finish()
        if kind in ACTIONS:
            self._acted(event["seat"])
            return
        hear = getattr(self, f"_{'left_seat' if kind == 'left' else kind}", None)
        if hear is not None:
            hear(event)

    # Seats

    def _sat_down(self, event: dict[str, Any]) -> None:
        first_ms = 10_000 if self._is_first_edition else 15_000
        left = self._left.pop(event["player"], None)
        if left is None or event["at_ms"] - left.at_ms > WINDOW_MS:
            self._seats[event["seat"]] = Sitting(event["player"], first_ms, 0)
            return
        one = self._seats[event["seat"]] = Sitting(event["player"], left.bank_ms, left.hands)
        one.earlier |= left.earlier
        one.came_with = left

    @property
    def _is_first_edition(self) -> bool:
        """The one that lifts the bank every hand instead of refilling it (TIME-06)."""
        return self._world.edition == "en-2.2"

    def _left_seat(self, event: dict[str, Any]) -> None:
        one = self._seats.pop(event["seat"])
        self._left[one.player] = Left(one.bank_ms, one.hands, event["at_ms"], one.earlier)

    def _sat_out(self, event: dict[str, Any]) -> None:
        self._seats[event["seat"]].is_out = True

    def _came_back(self, event: dict[str, Any]) -> None:
        self._seats[event["seat"]].is_out = False

    def _connection_lost(self, event: dict[str, Any]) -> None:
        one = self._seats[event["seat"]]
        at_ms = one.lost_at_ms = event["at_ms"]
        one.loss_heard_ms = self._now
        self._line_changed.add(event["seat"])
        if self._turn is None or self._turn[0] != event["seat"]:
            return
        seat, start_ms, free_ms = self._turn
        if at_ms > free_ms:
            self._charge(one, at_ms - free_ms)
            free_ms = at_ms
        if not one.extra_used:
            one.extra_used = True
            free_ms = max(start_ms + RETURN_MS, at_ms + RETURN_MS)
        self._turn = seat, start_ms, free_ms

    def _connection_back(self, event: dict[str, Any]) -> None:
        self._seats[event["seat"]].lost_at_ms = None
        self._line_changed.add(event["seat"])

    def _places_changed(self, event: dict[str, Any]) -> None:
        for place in event["places"]:
            one = self._seats.get(place["seat"])
            assert one is not None, f"seat {place['seat']} is taken by nobody"
            one.standing = place["standing"]
            shown, legal = place["bank_ms"], {one.bank_ms}
            if self._turn is not None and self._turn[0] == place["seat"]:
                # The seats are told before the action that ended the turn.
                legal.add(one.bank_ms - self._charged(one, self._now - self._turn[2]))
            if one.hands < 0 and shown == min(CAP_MS, one.bank_ms + 5_000):
                # Its tenth hand, counted over a restart.
                one.bank_ms, one.hands = shown, 0
                continue
            assert shown in legal, f"the bank of {one.player} is {shown}, not {legal}"

    # The hand

    def _hand_dealt(self, event: dict[str, Any]) -> None:
        self._number = event["number"]
        self._dealt = [int(seat) for seat in event["deal"]["dealt_in"]]
        self._verify_posts(event["deal"])
        for seat in self._dealt:
            one = self._seats[seat]
            assert not one.is_out, f"{one.player} sits out and has cards (SIT-01)"
            one.before = one.bank_ms, one.hands
            one.came_with = None
            one.earlier = {one.bank_ms, *list(one.earlier)[-2:]}
            if self._is_first_edition:
                one.bank_ms = max(10_000, one.bank_ms)

    def _verify_posts(self, deal: dict[str, Any]) -> None:
        """Who comes into a running game by posting posts; nobody else does (CASH-14, AMB-35)."""
        standing = {seat: self._seats[seat].standing for seat in self._dealt}
        in_the_game = [one for one in standing.values() if one in {"playing", "returning"}]
        if len(in_the_game) < 2 or len(self._dealt) < 3:
            return
        due = {
            seat
            for seat, one in standing.items()
            if one in {"posting", "waiting"} and seat != deal["big_blind"]
        }
        assert set(deal["posts"]) == due, f"{deal['posts']} posted, not {due} (CASH-14)"

    def _clock_started(self, event: dict[str, Any]) -> None:
        seat, deadline_ms = event["seat"], event["deadline_ms"]
        one = self._seats[seat]
        if self._turn is None:
            self._start_turn(seat, one, event)
        assert self._turn is not None
        at, start_ms, free_ms = self._turn
        assert at == seat, f"seat {seat} is asked while seat {at} thinks"
        due = max(free_ms, start_ms)
        assert abs(deadline_ms - due) <= NEAR_MS, f"{seat}: time until {deadline_ms}, not {due}"
        bank_ms = 0 if one.lost_at_ms is not None else one.bank_ms
        shown = event["bank_ms"]
        assert shown == bank_ms, (
            f"{one.player} is offered a bank of {shown}, not {bank_ms} (AMB-58)"
        )

    def _start_turn(self, seat: int, one: Sitting, event: dict[str, Any]) -> None:
        """Ten seconds, and the extra time for a lost line at every decision (AMB-56, AMB-57)."""
        start_ms, whole_ms = self._now, event["whole_ms"]
        is_lost = one.lost_at_ms is not None
        has_extra = one.extra_used = whole_ms > ACTION_MS
        if has_extra:
            assert is_lost or seat in self._line_changed, f"{one.player} has {whole_ms} ms"
            lost_ms = start_ms if one.lost_at_ms is None else one.lost_at_ms
            free_ms = max(start_ms + RETURN_MS, lost_ms + RETURN_MS)
            # What the store took after a line was lost and before the cards were told is given on
            # top of it: a little more than the catalogue says.
            shown_ms = event["deadline_ms"]
            if seat in self._line_changed and free_ms <= shown_ms <= free_ms + WRITING_MS:
                free_ms = shown_ms
        else:
            assert not is_lost, f"{one.player} is lost and has {whole_ms} ms (TIME-02)"
            free_ms = start_ms + ACTION_MS
        self._turn = seat, start_ms, free_ms

    def _acted(self, seat: int) -> None:
        """The turn is over: what ran beyond the free time is taken from the bank (AMB-58)."""
        if self._turn is None:
            return
        at, _, free_ms = self._turn
        assert at == seat, f"seat {seat} acted while seat {at} was asked (BET-01)"
        one, self._turn = self._seats[seat], None
        self._line_changed.clear()
        over_ms = self._now - free_ms
        is_here = one.lost_at_ms is None
        unheard_ms = min(one.bank_ms, max(0, one.loss_heard_ms - free_ms))
        most_ms = (one.bank_ms if is_here else unheard_ms) + LAG_MS + NEAR_MS
        assert over_ms <= most_ms, f"{one.player} had {over_ms} ms too much (TIME-02)"
        if over_ms > 0 and is_here:
            self._charge(one, over_ms)

    def _charge(self, one: Sitting, used_ms: int) -> None:
        one.bank_ms -= self._charged(one, used_ms)

    def _charged(self, one: Sitting, used_ms: int) -> int:
        """Every started quarter of a second, never more than there is (AMB-58)."""
        return min(one.bank_ms, -(-max(0, used_ms) // STEP_MS) * STEP_MS)

    def _pot_awarded(self, event: dict[str, Any]) -> None:
        """Nobody is shown a payout that the store does not have (CRASH-01)."""
        is_stored = self._world.is_stored(self._table, self._number)
        assert is_stored, f"hand {self._number} was paid before it was stored (CRASH-01)"
        self._is_paid = True

    def _finish(self) -> None:
        """A paid hand counts for everybody dealt in (AMB-59, AMB-60)."""
        if not self._is_paid:
            return
        self._is_paid = False
        for seat in self._dealt:
            one = self._seats.get(seat)
            if one is not None:
                self._count_hand(one)
        self._dealt = []
        self._turn = None

    def _count_hand(self, one: Sitting) -> None:
        if self._is_first_edition:
            one.bank_ms = min(CAP_MS, one.bank_ms + 250)
        elif one.hands >= 0:
            one.hands += 1
            if one.hands % 10 == 0:
                one.bank_ms = min(CAP_MS, one.bank_ms + 5_000)

    def _hand_rolled_back(self, event: dict[str, Any]) -> None:
        for seat in self._dealt:
            one = self._seats.get(seat)
            if one is not None:
                one.bank_ms, one.hands = one.before
        self._dealt, self._turn, self._is_paid = [], None, False
