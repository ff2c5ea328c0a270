"""A step is stored, then told; what is refused or broken never was."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from cardroom.engine.events import PotAwarded
from cardroom.engine.events import decode_events as decode_hand
from cardroom.errors import OperatorRefused, OwnerChanged, TransferRefused, Unavailable
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import player_cash
from cardroom.room.bus import OUTSIDE, Letter, LocalBus
from cardroom.room.tournaments.actor.actor import REBUILDS_MAX
from cardroom.room.tournaments.house_messages import CancelAsPreviewed
from cardroom.room.tournaments.messages import FinishHand
from cardroom.room.tournaments.records import StepToWrite
from cardroom.room.tournaments.requests import Register
from cardroom.tournament.events import (
    ConnectionLost,
    FinalTableDrawn,
    HandFinished,
    HandRolledBack,
    Moved,
    PauseDue,
    SynchronisedHandStarted,
    TournamentEnded,
    TournamentStarted,
)
from tests.room.tournaments.rooms import EUR, HouseRoom, Player, TournamentRoom, format_of
from tests.room.tournaments.scenes import Scene
from tests.room.tournaments.test_house import HEXAPRO, SIT_AND_GO, cash, seated
from tests.room.virtual import run
from tests.rule import rule


async def until(scene: Scene, kind: type, count: int = 1) -> None:
    """Until this many events of a kind are stored."""
    async with asyncio.timeout(36_000):
        while sum(isinstance(one, kind) for one in events(scene)) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def events(scene: Scene) -> Sequence[object]:
    return scene.store.stored[scene.tournament]


MOVES = {"balancing", "table_broken", "final_table"}


def moves_stored(scene: Scene) -> set[tuple[object, object, object]]:
    """Whose entry has gone to which table and seat, as far as it is stored."""
    moved = {(one.entry, one.table, one.seat) for one in events(scene) if isinstance(one, Moved)}
    drawn = [one for one in events(scene) if isinstance(one, FinalTableDrawn)]
    return {*moved, *((entry, one.table, seat) for one in drawn for seat, entry in one.seats)}


@rule("TRN-25", "CRASH-01")
@pytest.mark.parametrize(
    "error", [TransferRefused("CRASH-01", "unit_has_another_owner"), RuntimeError("a fault")]
)
def test_a_refused_step_stops_the_tables_and_the_tournament_goes_on_from_what_is_stored(
    error: Exception,
) -> None:
    async def story() -> None:
        scene = Scene(31, 13)
        await scene.open(format_of("freezeout"), in_s=60)
        await until(scene, HandFinished, 5)
        before = len(scene.store.steps[scene.tournament])
        epoch = scene.actor.epoch
        scene.store.fails_write = error
        await asyncio.sleep(30)
        assert scene.actor.epoch == epoch + 1
        assert len(scene.store.steps[scene.tournament]) > before
        assert not scene.actor.stopped
        await scene.play_out()
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())


@rule("TRN-25", "CRASH-01")
def test_that_another_process_plays_a_tournament_is_no_mistake_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        scene = Scene(31, 13)
        await scene.open(format_of("freezeout"), in_s=60)
        await until(scene, HandFinished, 5)
        epoch, changes = scene.actor.epoch, REBUILDS_MAX + 1
        for _ in range(changes):
            scene.store.fails_write = OwnerChanged("CRASH-01", "unit_has_another_owner")
            while scene.store.fails_write is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await asyncio.sleep(5)
        assert scene.actor.epoch == epoch + changes
        assert not scene.actor.stopped
        await scene.play_out()
        scene.verify_money()
        await scene.stop()

    run(story())
    assert not [one for one in caplog.records if one.levelname == "ERROR"]


def test_our_own_mistake_stops_one_tournament_and_not_its_neighbour() -> None:
    async def story() -> None:
        room = HouseRoom(32, SIT_AND_GO, HEXAPRO)
        await room.open()
        players = await seated(room, 1, 2, 3, 4, 5)
        for player in players:
            await player.buy("Five")
        for player in players[:3]:
            await player.buy("HexaPro")
        await asyncio.sleep(1)
        started = [one for one in room.actors.values() if one.tournament.has_started]
        five = next(one for one in started if one.charter.name == "Five")
        other = next(one for one in started if one.charter.name == "HexaPro")

        def broken(at_ms: int) -> None:
            raise AssertionError("planted")

        five.tournament.commit = broken  # type: ignore[assignment,method-assign]
        for number in range(6):
            five.tournament.pause = broken  # type: ignore[method-assign]
            with pytest.raises(Unavailable):
                await room.house.staff(five.id).pause()
            assert bool(five.stopped) == (number == 5)
        assert five.stopped == "AssertionError"
        with pytest.raises(OperatorRefused, match="has stopped"):
            await room.house.staff(five.id).pause()
        assert not other.stopped
        await room.crash()

    run(story())


@rule("CRASH-01", "TRN-25")
def test_nobody_sees_an_award_a_move_or_a_prize_before_it_is_stored() -> None:
    async def story() -> None:
        scene = Scene(33, 13)
        scene.store.money.delay_ms_max = 3_000
        seen: list[str] = []

        class Watcher(Player):
            """Compares every frame with what is stored at that moment."""

            def deliver(self, frame: bytes) -> None:
                super().deliver(frame)
                message = msgspec.json.decode(frame)
                if message["t"] == "event":
                    verify(message, self.viewer)

        def verify(message: dict[str, Any], viewer: PlayerId) -> None:
            event = message["d"]
            if event["type"] == "pot_awarded":
                table = int(message["ch"].removeprefix("table:"))
                number = scene.room.running.tasks[table].table.number  # type: ignore[index]
                assert any(
                    (one.table, one.number) == (table, number) for one in scene.store.hands.values()
                )
                seen.append("award")
            if event["type"] == "tournament_result" and event["prize"]:
                assert any(
                    transfer.key.startswith("prize:")
                    and (player_cash(viewer, EUR), event["prize"]) in transfer.entries
                    for step in scene.store.steps[scene.tournament]
                    for transfer in step.transfers
                )
                seen.append("prize")
            if event["type"] == "tournament_seated" and event["cause"] in MOVES:
                entry = scene.actor.tournament.desk.living.get(viewer)
                numbers = {table: one for one, table in scene.actor.tables.open_tables.items()}
                assert (entry, numbers[event["table"]], event["seat"]) in moves_stored(scene)
                seen.append("move")

        scene.people = [Watcher(scene.room, number) for number in range(1, 14)]
        await scene.open(format_of("freezeout"), in_s=60)
        await scene.play_out()
        assert seen.count("award") > 5
        assert "prize" in seen
        assert "move" in seen
        scene.check()
        await scene.stop()

    run(story())


@rule("TRN-02")
def test_the_start_is_waited_for_without_a_busy_loop() -> None:
    async def story() -> None:
        room = TournamentRoom(34)
        actor = await room.announce(format_of("freezeout"), in_s=3_600)
        taken = 0
        take = actor.inbox.take

        async def counted(wait_s: float | None) -> object:
            nonlocal taken
            taken += 1
            return await take(wait_s)

        actor.inbox.take = counted  # type: ignore[assignment,method-assign]
        for number in range(1, 8):
            room.fund(number)
            await Player(room, number).register(actor.id)
        await asyncio.sleep(3_599)
        assert taken < 20
        assert not room.store.progress[actor.id].started_ms
        await asyncio.sleep(2)
        started = [one for one in room.store.stored[actor.id] if isinstance(one, TournamentStarted)]
        assert len(started) == 1
        await room.crash()

    run(story())


@rule("H4H-01", "H4H-02")
def test_a_committed_hand_wakes_the_other_tables() -> None:
    async def story() -> None:
        scene = Scene(35, 40)
        await scene.open(format_of("hand-for-hand"), in_s=60)
        await scene.play_out()
        hands = [one for one in events(scene) if isinstance(one, SynchronisedHandStarted)]
        assert any(len(one.tables) > 1 for one in hands)
        scene.check()
        await scene.stop()

    run(story())


@rule("TTB-03", "TRN-25")
def test_after_a_restart_everybody_is_gone_until_they_come_back() -> None:
    async def story() -> None:
        scene = Scene(36, 5)
        await scene.open(format_of("sit-and-go-5"))
        await until(scene, HandFinished, 2)
        await scene.stop()
        scene.room = TournamentRoom(1, store=scene.store)
        scene.room.presence.gone = {player.viewer for player in scene.people}
        await scene.room.run(scene.tournament)
        entrants = scene.actor.tournament.field.entrants.values()
        assert all(one.connection.is_lost for one in entrants)
        rolled_back = [one for one in events(scene) if isinstance(one, HandRolledBack)]
        assert [one.number for one in scene.store.void.values()] == [
            one.number for one in rolled_back
        ]
        lost = [one for one in events(scene) if isinstance(one, ConnectionLost)]
        assert len(lost) >= len(entrants)
        scene.sit_down()
        for player in scene.people:
            await scene.back(player)
        await asyncio.sleep(1)
        assert not any(one.connection.is_lost for one in entrants)
        await scene.play_out()
        scene.check()
        await scene.stop()

    run(story())


@rule("TAMB-45", "TTB-07")
@pytest.mark.parametrize("error", [None, RuntimeError("a fault")])
def test_the_level_clock_stands_still_while_the_room_is_down(error: Exception | None) -> None:
    async def story() -> None:
        room = HouseRoom(37, SIT_AND_GO)
        await room.open()
        (first,) = room.actors
        for player in await seated(room, 1, 2, 3, 4, 5):
            await player.register(first)
        await asyncio.sleep(100)
        beaten_ms = room.store.beats["test"]
        await room.crash()
        await asyncio.sleep(3_600)
        again = HouseRoom(38, SIT_AND_GO, store=room.store)
        # The step with which it goes on may be refused at first: it is still down until then.
        room.store.fails_write = error
        await again.open()
        actor = again.actors[first]
        assert actor.tournament.level == 1
        ends_ms = actor.tournament.level_clock.level_ends_ms
        assert ends_ms is not None
        assert ends_ms - actor.clock.now_ms() > 150_000
        pauses = [one for one in room.store.stored[first] if isinstance(one, PauseDue)]
        last = max(step.at_ms for step in room.store.steps[first] if step.hand is not None)
        assert pauses[-1].cause == "crash"
        assert pauses[-1].at_ms in {beaten_ms, last} or pauses[-1].at_ms >= beaten_ms
        await again.crash()

    run(story())


@rule("TAMB-45")
def test_the_time_of_a_tournament_only_grows_though_the_clock_is_set_back() -> None:
    async def story() -> None:
        scene = Scene(39, 5)
        await scene.open(format_of("sit-and-go-5"))
        await until(scene, HandFinished, 3)
        await scene.stop()
        scene.room = TournamentRoom(2, store=scene.store, jump_ms=-7_200_000)
        await scene.room.run(scene.tournament)
        scene.sit_down()
        for player in scene.people:
            await scene.back(player)
        await scene.play_out()
        times = [step.at_ms for step in scene.store.steps[scene.tournament]]
        assert times == sorted(times)
        scene.check()
        await scene.stop()

    run(story())


@rule("TRN-19", "TRN-25")
def test_the_hand_that_ends_a_tournament_takes_back_the_hands_of_other_tables() -> None:
    async def story() -> None:
        found = 0
        for seed in range(40, 60):
            scene = Scene(seed, 12)
            seats = {"target": "sunday", "seat_price_cents": 5_500, "guaranteed_seats": 7}
            satellite = format_of("satellite", satellite=seats)
            await scene.open(satellite, in_s=60)
            await until(scene, TournamentEnded)
            last: StepToWrite = scene.store.steps[scene.tournament][-1]
            found += bool(last.void_hands)
            for hand in last.void_hands:
                assert not any(hand.deltas.values())
                voided = [
                    one
                    for player in scene.people
                    for one in player.heard("hand_taken_back")
                    if one["hand"] == hand.number
                ]
                assert voided
            await scene.stop()
            if found:
                return
        raise AssertionError("no hand was taken back")

    run(story())


class CancelFirst(LocalBus):
    """Once armed, the tournament hears of a cancellation just before a hand that is over."""

    scene: Scene | None = None

    def _deliver(self, sender: str, to: str, letter: Letter) -> None:
        if isinstance(letter.message, FinishHand) and self.scene is not None:
            step, self.scene = self.scene.actor.steps, None
            super()._deliver(OUTSIDE, to, Letter(CancelAsPreviewed(step=step, shares=None)))
        super()._deliver(sender, to, letter)


@rule("TRN-25", "AMB-69")
def test_a_hand_that_is_over_as_the_tournament_is_cancelled_has_moved_no_chips() -> None:
    async def story() -> None:
        bus = CancelFirst()
        scene = Scene(62, 5, bus=bus)
        await scene.open(format_of("sit-and-go-5"))
        await until(scene, HandFinished, 3)
        bus.scene = scene
        await until(scene, TournamentEnded)
        assert scene.actor.tournament.is_cancelled
        (hand,) = scene.store.steps[scene.tournament][-1].void_hands
        assert any(isinstance(one, PotAwarded) for one in decode_hand(hand.history))
        assert set(hand.deltas.values()) == {0}
        scene.verify_money()
        await scene.stop()

    run(story())


@rule("TAMB-101")
def test_a_tournament_without_anybody_there_ends() -> None:
    async def story() -> None:
        scene = Scene(61, 2)
        await scene.open(format_of("sit-and-go-2"))
        await until(scene, HandFinished)
        for player in scene.people:
            await scene.gone(player)
        for task in scene._playing:
            task.cancel()
        await scene.play_out(hours=100)
        scene.verify_money()
        await scene.stop()

    run(story())


@rule("BAL-05", "FAIR-03")
def test_a_player_who_was_moved_sees_at_the_old_table_what_the_rail_sees() -> None:
    async def story() -> None:
        scene = Scene(62, 13)
        await scene.open(format_of("freezeout"), in_s=60)
        await scene.play_out()
        moved = sum(len(player.heard("tournament_seated")) - 1 for player in scene.people)
        assert moved > 0
        looked_on = 0
        for player in scene.people:
            hand: dict[str, tuple[int, ...]] = {}
            for frame in player.frames:
                if frame["t"] != "event" or not frame["ch"].startswith("table:"):
                    continue
                event = frame["d"]
                if event["type"] == "hand_started":
                    hand[frame["ch"]] = tuple(event["seats"])
                elif event["type"] == "hole_dealt":
                    open_hands = [cards for cards in event["hole"] if cards and cards[0] >= 0]
                    assert len(open_hands) <= 1
                    looked_on += not open_hands
        assert looked_on > 0
        await scene.stop()

    run(story())


@rule("TRN-13", "TYP-04")
def test_a_ticket_pays_an_entry_and_is_looked_up_in_the_store() -> None:
    async def story() -> None:
        room = HouseRoom(63, SIT_AND_GO)
        await room.open()
        actor = await room.announce(format_of("freezeout"), in_s=600)
        (player,) = await seated(room, 1)
        word = f"EUR-{actor.charter.price}-any"
        with pytest.raises(TransferRefused):
            await Player.ask(player, register(actor.id, word))
        await room.give_ticket(1, word)
        await Player.ask(player, register(actor.id, word))
        assert cash(room, 1) == 100_000
        assert actor.tournament.desk.entries[1].payment.means == "ticket"  # type: ignore[index]
        await room.crash()

    run(story())


def register(tournament: int, ticket: str) -> Register:
    return Register(id="ticket", ch=f"tournament:{tournament}", ticket=ticket)
