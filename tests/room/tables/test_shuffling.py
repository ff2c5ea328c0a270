"""Decks that a table makes together with its players: roots, list, seeds, cut, opened cards."""

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from cardroom.errors import AccessRefused, ActionRefused, SeatRefused, Unavailable
from cardroom.fairness import RecordedCards, decode_proof, verify
from cardroom.fairness.context import HandContext
from cardroom.fairness.hand_list import SOURCE_SEAT, list_hash, read_list
from cardroom.fairness.keys import is_signed, unseal
from cardroom.fairness.log import broken_records, matches
from cardroom.fairness.monitor import ShuffleMonitor
from cardroom.fairness.proof import Opening
from cardroom.fairness.tree import card_leaf, root_of
from cardroom.ledger import PlayerId
from cardroom.room.requests import Act, Chat, CommitSeed, Leave, RevealSeed, Show
from cardroom.room.tables.pace import Pace
from cardroom.room.tables.shuffling import LEAD_MS_MAX, REVEAL_MS
from tests.room.fair_rooms import (
    AUDITOR,
    AUDITOR_SECRET,
    KEY,
    MemoryLog,
    SeedingClient,
    fair_house,
    from_base64,
)
from tests.room.fakes import NoLag
from tests.room.inside import plant
from tests.room.rooms import Client
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run as run_virtually
from tests.rule import rule

CHANNEL = f"table:{TABLE}"
T = TypeVar("T")


def run(story: Coroutine[Any, Any, T]) -> T:
    """Run a story; one that waits for ever fails."""
    return run_virtually(_bounded(story))


async def _bounded(story: Coroutine[Any, Any, T]) -> T:
    async with asyncio.timeout(1_000):
        return await story


async def open_scene(**options: Any) -> Scene:
    options = {"made": SeedingClient, "fair": fair_house(1), **options}
    return await Scene.open(**options)


class LateClient(SeedingClient):
    """A client that takes its time to reveal."""

    answer_ms = 0

    def _reveal(self, channel: str, listed: dict[str, Any]) -> None:
        later = asyncio.get_running_loop().call_later
        later(self.answer_ms / 1000, super()._reveal, channel, listed)


def seeding(scene: Scene, player: int) -> SeedingClient:
    client = scene.clients[PlayerId(player)]
    assert isinstance(client, SeedingClient)
    return client


def cuts(scene: Scene, player: int = 1) -> list[dict[str, Any]]:
    return scene.events(player, "deck_cut")


def seats_of(cut: dict[str, Any]) -> set[int]:
    return {seat for seat, _ in cut["seeds"]}


def stored_proofs(scene: Scene) -> list[Any]:
    proofs = [decode_proof(hand.proof) for hand in scene.shell.store.hands[TABLE]]  # type: ignore[arg-type]
    assert all(proof is not None for proof in proofs)
    return proofs


def record_of(proof: Any, cards: dict[int, int]) -> RecordedCards:
    """A hand history that shows exactly these dealt cards."""
    listed = read_list(proof.list)
    assert listed is not None
    seats = listed.seats
    hole = {
        seat: tuple(cards.get(turn * len(seats) + place, -1) for turn in range(2))
        for place, seat in enumerate(seats)
    }
    board = tuple(cards.get(2 * len(seats) + place, -1) for place in range(5))
    return RecordedCards(
        table=listed.context.table,
        epoch=listed.context.epoch,
        hand=listed.context.hand,
        game=listed.game,
        button=listed.button,
        seats=seats,
        hole=hole,
        board=board,
    )


@rule("CASH-02", "AMB-22")
def test_every_hand_is_cut_by_everybody_and_its_stored_proof_holds() -> None:
    async def story() -> None:
        scene = await open_scene()
        for _ in range(3):
            await scene.fold_to_one()
        await scene.shell.room.stop()
        proofs = stored_proofs(scene)
        assert len(proofs) == 3
        for proof in proofs:
            cards = {one.dealt: one.card for one in proof.cards}
            assert len(cards) == 3 * 2 + 5
            assert verify(proof, record_of(proof, cards)) == []
        # The first list may be closed before the commitment of whoever has just sat down is there.
        assert [len(proof.seeds) for proof in proofs[1:]] == [4, 4]
        numbers = [read_list(proof.list).number for proof in proofs]  # type: ignore[union-attr]
        assert numbers == [1, 2, 3]

    run(story())


@rule("CASH-02")
def test_roots_are_published_before_any_seed_and_the_next_ones_during_the_hand() -> None:
    async def story() -> None:
        scene = await open_scene()
        await scene.fold_to_one()
        await scene.turn()
        kinds = [event["type"] for event in scene.events(3)]
        wanted = ("deck_committed", "deck_listed", "deck_cut", "hand_started", "hole_dealt")
        found = [kind for kind in kinds if kind in wanted or kind == "cards_opened"]
        hand = ["deck_listed", "deck_cut", "hand_started", "hole_dealt", "cards_opened"]
        assert found == [*hand, "deck_committed", *hand, "deck_committed"]
        roots, listed = scene.events(3, "deck_committed")[0], scene.events(3, "deck_listed")[1]
        encoded = from_base64(listed["list"])
        hand_list = read_list(encoded)
        assert hand_list is not None
        assert hand_list.context == HandContext(**roots["context"])
        assert hand_list.number == roots["number"] == 2
        assert list(hand_list.roots) == [from_base64(root) for root in roots["roots"]]
        assert is_signed(KEY.public, list_hash(encoded), from_base64(listed["signature"]))
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_everybody_can_verify_each_card_they_see_and_no_other() -> None:
    async def story() -> None:
        scene = await open_scene()
        await scene.act("call")
        await scene.act("call")
        await scene.act("check")
        await scene.turn()
        hand = scene.task.table.hand
        assert hand is not None
        assert len(hand.board) == 3
        for player in (1, 2, 3):
            cut = cuts(scene, player)[0]
            opened = [
                Opening(one[0], one[1], one[2], from_base64(one[3]), from_base64(one[4]))
                for event in scene.events(player, "cards_opened")
                for one in event["cards"]
            ]
            seat = scene.task.table.seat_of(PlayerId(player))
            assert sorted(one.card for one in opened) == sorted((*hand.hole(seat), *hand.board))
            hand_list = read_list(from_base64(cut["list"]))
            assert hand_list is not None
            for one in opened:
                leaf = card_leaf(hand_list.context.encoded, one.place, one.card, one.salt)
                assert root_of(leaf, one.place, one.path) in hand_list.roots
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_frames_with_the_proofs_of_own_cards_are_equally_long_for_everybody() -> None:
    async def story() -> None:
        scene = await open_scene()
        rail = Client(scene.shell, 99)
        await rail.listen(CHANNEL)
        lengths: set[int] = set()
        for _ in range(12):
            await scene.fold_to_one()
        await scene.turn()
        counts = []
        for client in (*scene.clients.values(), rail):
            private = [
                one for one in client.frames if b'"cards_opened"' in one or b'"hole_dealt"' in one
            ]
            lengths |= {len(one) for one in private if b'"cards_opened"' in one}
            counts.append(len(private[-24:]))
        assert len(lengths) == 1, "neither seat nor cards make a frame longer"
        assert set(counts) == {24}
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_nobody_waits_where_nobody_sends_a_seed() -> None:
    async def story() -> None:
        scene = await Scene.open(fair=fair_house(1))
        for _ in range(3):
            await scene.fold_to_one()
        await scene.turn()
        assert scene.events(1, "deck_listed") == []
        assert [seats_of(cut) for cut in cuts(scene)] == [{SOURCE_SEAT}] * 4
        frames = [msgspec.json.decode(frame) for frame in scene.clients[PlayerId(1)].frames]
        moments = {
            kind: [one["ts"] for one in frames if (one.get("d") or {}).get("type") == kind]
            for kind in ("deck_cut", "hole_dealt")
        }
        assert moments["deck_cut"] == moments["hole_dealt"]
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_nobody_waits_longer_between_hands_for_seeds_that_take_their_time() -> None:
    async def waits(scene: Scene) -> list[int]:
        found = []
        for _ in range(6):
            await scene.fold_to_one()
            paid_ms = scene.now_ms
            await scene.turn()
            found.append(scene.now_ms - paid_ms)
        await scene.shell.room.stop()
        return found

    async def story(answer_ms: int) -> list[int]:
        scene = await open_scene(made=LateClient)
        for client in scene.clients.values():
            assert isinstance(client, LateClient)
            client.answer_ms = answer_ms
        found = await waits(scene)
        assert len(cuts(scene)) == 7
        assert all(len(seats_of(cut)) == 4 for cut in cuts(scene)[1:])
        return found

    async def without() -> list[int]:
        return await waits(await Scene.open())

    plain, at_once, late = run(without()), run(story(0)), run(story(50))
    longest = max(plain)
    assert max(at_once) <= longest
    assert late[0] > longest, "nobody knows yet how long the answers take"
    assert max(late[1:]) <= longest


@rule("CASH-02", "AMB-55")
def test_slow_answers_of_one_do_not_take_the_pause_between_hands_from_all() -> None:
    async def story() -> None:
        presence = Absent()
        presence.slow_ms = 1_500
        pace = Pace(choice_to_show_ms=3_000, won_without_showdown_ms=3_000, first_hand_ms=0)
        scene = await open_scene(made=LateClient, presence=presence, pace=pace)
        slow = seeding(scene, 3)
        assert isinstance(slow, LateClient)
        slow.answer_ms = 1_200
        for _ in range(2):
            await scene.fold_to_one()
            await scene.turn()
        await scene.fold_to_one()
        number, paid_ms = scene.task.table.number, scene.now_ms
        won = scene.events(1, "pot_awarded")[-1]["seats"][0]
        players = (PlayerId(one) for one in (1, 2, 3))
        winner = next(one for one in players if scene.task.table.seat_of(one) == won)
        await asyncio.sleep((3_000 - LEAD_MS_MAX - 20) / 1000)
        await scene.ask(winner, Show(id="s", ch=CHANNEL, hand=number))
        assert scene.now_ms - paid_ms < 3_000 - LEAD_MS_MAX, "answered at once"
        await scene.turn()
        assert scene.now_ms - paid_ms < 3_000 - LEAD_MS_MAX + 1_200 + 300
        assert len(seats_of(cuts(scene)[-1])) == 4, "the slow one is waited for"
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_who_comes_after_the_list_is_closed_waits_for_no_longer_than_the_hand_is_due() -> None:
    async def story() -> None:
        scene = await open_scene(made=LateClient)
        for answer_ms in (80, 0):
            for client in scene.clients.values():
                assert isinstance(client, LateClient)
                client.answer_ms = answer_ms
            await scene.fold_to_one()
            await scene.turn()
        await scene.fold_to_one()
        while len(scene.events(1, "deck_listed")) < 4:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        assert len(cuts(scene)) == 3, "all seeds are there, and the hand is not due"
        asked_ms = scene.now_ms
        await scene.ask(1, Chat(id="x", ch=CHANNEL, text="nh"))
        assert scene.now_ms - asked_ms < 50
        assert scene.task.table.hand is not None
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_a_seed_that_does_not_come_has_both_decks_opened_and_another_drawn_without_it() -> None:
    async def story() -> None:
        log = MemoryLog()
        house = fair_house(1, log)
        scene = await open_scene(fair=house)
        seeding(scene, 2).reveals = False
        before_ms = scene.now_ms
        await scene.fold_to_one()
        await scene.turn()
        assert scene.now_ms - before_ms < 2 * REVEAL_MS + 300, "one wait, then a quick exchange"
        (failed,) = scene.events(1, "deck_failed")
        missing = scene.task.table.seat_of(PlayerId(2))
        assert failed["missing"] == [missing]
        assert seats_of(cuts(scene)[-1]) == {
            SOURCE_SEAT,
            *(scene.task.table.seat_of(PlayerId(player)) for player in (1, 3)),
        }
        await scene.fold_to_one()
        await scene.shell.room.stop()
        await house.log.close()
        proof = stored_proofs(scene)[1]
        assert len(proof.attempts) == 1
        assert verify(proof, record_of(proof, {one.dealt: one.card for one in proof.cards})) == []
        assert "withheld" in log.kinds()
        counts = house.withheld[PlayerId(2)]
        assert (counts.aborted, counts.unexplained) == (1, 1)
        assert house.withheld[PlayerId(1)].aborted == 0

    run(story())


@rule("CASH-02")
def test_two_who_send_the_same_seed_cannot_make_the_proof_of_a_hand_look_wrong() -> None:
    async def story() -> None:
        house = fair_house(1)
        scene = await open_scene(fair=house)
        await scene.turn()
        for player in (1, 2):
            seeding(scene, player).chance = Random("the same")
        for _ in range(3):
            await scene.fold_to_one()
        await scene.turn()
        await scene.shell.room.stop()
        proofs = stored_proofs(scene)
        assert len(proofs) == 3
        for proof in proofs:
            cards = {one.dealt: one.card for one in proof.cards}
            assert verify(proof, record_of(proof, cards)) == []
        assert sum(len(proof.attempts) for proof in proofs) > 0
        withheld = {player: counts.aborted for player, counts in house.withheld.items()}
        assert withheld[PlayerId(3)] == 0
        assert withheld[PlayerId(1)] + withheld[PlayerId(2)] > 0

    run(story())


@rule("CASH-02")
def test_whoever_withholds_is_dealt_in_and_commits_again_for_the_next_hand() -> None:
    async def story() -> None:
        scene = await open_scene()
        seeding(scene, 2).reveals = False
        await scene.fold_to_one()
        await scene.turn()
        seat = scene.task.table.seat_of(PlayerId(2))
        deal = scene.task.table.deal
        assert deal is not None
        assert seat in deal.dealt_in
        seeding(scene, 2).reveals = True
        await scene.fold_to_one()
        await scene.turn()
        assert seat in seats_of(cuts(scene)[-1])
        await scene.shell.room.stop()

    run(story())


class Absent(NoLag):
    """A port that knows whose line is broken, and how slow the others are."""

    def __init__(self) -> None:
        self.gone: set[PlayerId] = set()
        self.slow_ms = 0

    def is_here(self, player: PlayerId) -> bool:
        return player not in self.gone

    def lag_ms(self, player: PlayerId) -> int:
        del player
        return self.slow_ms


class Breaking(NoLag):
    """A port that fails when it is asked how slow somebody is, once the list is closed."""

    is_broken = False

    def lag_ms(self, player: PlayerId) -> int:
        if self.is_broken:
            raise RuntimeError("no measurement")
        return super().lag_ms(player)


@rule("CASH-02")
def test_who_is_known_to_be_gone_is_listed_without_a_commitment_and_not_waited_for() -> None:
    async def story() -> None:
        presence = Absent()
        scene = await open_scene(presence=presence)
        presence.gone = {PlayerId(1), PlayerId(2), PlayerId(3)}
        await scene.fold_to_one()
        await scene.turn()
        assert seats_of(cuts(scene)[-1]) == {SOURCE_SEAT}
        assert len(scene.events(1, "deck_listed")) == 1, "that of the hand before"
        assert scene.events(1, "deck_failed") == []
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_a_slow_line_has_more_time_to_reveal() -> None:
    async def story(slow_ms: int) -> int:
        presence = Absent()
        scene = await open_scene(presence=presence)
        presence.slow_ms = slow_ms
        seeding(scene, 2).reveals = False
        await scene.fold_to_one()
        await scene.turn()
        listed = scene.events(1, "deck_listed")[1]
        frames = [msg for msg in scene.clients[PlayerId(1)].frames if b'"deck_listed"' in msg]
        await scene.shell.room.stop()
        sent_ms = int(frames[1].split(b'"ts":')[1].split(b",")[0])
        return int(listed["by_ms"]) - sent_ms

    assert run(story(0)) == REVEAL_MS
    assert run(story(300)) == REVEAL_MS + 300


@rule("CASH-02")
def test_whoever_leaves_between_list_and_cards_is_dealt_in_and_folds() -> None:
    async def story() -> None:
        scene = await open_scene()
        seeding(scene, 2).reveals = False
        await scene.fold_to_one()
        while len(scene.events(1, "deck_listed")) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        leaving = asyncio.create_task(scene.ask(1, Leave(id="l", ch=CHANNEL)))
        hand_list = read_list(from_base64(scene.events(3, "deck_listed")[1]["list"]))
        assert hand_list is not None
        await leaving
        await scene.turn()
        started = scene.events(3, "hand_started")[-1]
        assert sorted(started["seats"]) == sorted(hand_list.seats)
        assert len(started["seats"]) == 3
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_a_voided_hand_uses_up_its_number_and_its_roots_and_is_logged() -> None:
    async def story() -> None:
        log = MemoryLog()
        house = fair_house(1, log)
        scene = await open_scene(fair=house)
        with pytest.raises(Unavailable):
            await plant(scene.shell.room, TABLE)
        await scene.shell.room.services.wallets.flush()
        await scene.shell.room.operator.unfreeze(TABLE)
        while len(cuts(scene)) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        first, second = (read_list(from_base64(cut["list"])) for cut in cuts(scene))
        assert first is not None
        assert second is not None
        assert (second.context.hand, second.number) == (first.context.hand + 1, first.number + 1)
        assert not set(first.roots) & set(second.roots)
        assert house.hands.aborted == 1
        await scene.shell.room.stop()
        await house.log.close()
        kinds = [kind for kind in log.kinds() if kind != "draw"]
        assert kinds[:3] == ["list", "void", "list"]

    run(story())


@rule("CASH-02", "AMB-69")
def test_a_table_that_breaks_between_list_and_cards_uses_up_the_number_of_its_hand() -> None:
    async def story() -> None:
        log, presence = MemoryLog(), Breaking()
        house = fair_house(1, log)
        scene = await open_scene(fair=house, presence=presence)
        await scene.fold_to_one()
        presence.is_broken = True
        while not scene.task.frozen:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        presence.is_broken = False
        await asyncio.sleep(0.1)
        assert house.hands.aborted == 1
        (said,) = scene.events(3, "hand_rolled_back")
        assert said["number"] == 2
        await scene.shell.room.operator.unfreeze(TABLE)
        await scene.fold_to_one()
        await scene.shell.room.stop()
        await house.log.close()
        first, second = (read_list(proof.list) for proof in stored_proofs(scene))
        assert first is not None
        assert second is not None
        assert (first.context.hand, first.number) == (1, 1)
        assert (second.context.hand, second.number) == (3, 3)
        assert second.button != first.button, "it is dealt as it would have been"
        assert [kind for kind in log.kinds() if kind != "draw"] == ["list", "list", "void", "list"]

    run(story())


@rule("CASH-02")
def test_the_log_holds_every_list_and_the_secrets_only_for_the_auditor() -> None:
    async def story() -> None:
        log = MemoryLog()
        house = fair_house(1, log)
        scene = await open_scene(fair=house)
        for _ in range(2):
            await scene.fold_to_one()
        await scene.shell.room.stop()
        await house.log.close()
        records = [row.record for row in log.rows]
        assert not list(broken_records(records))
        assert matches(log.heads[-1][0], records, KEY.public)
        proofs = stored_proofs(scene)
        lists = [row for row in log.rows if row.record.kind == "list"]
        for row, proof in zip(lists, proofs, strict=False):
            assert row.record.content == proof.list + proof.signature
            secrets = unseal(row.box, AUDITOR, AUDITOR_SECRET)
            assert secrets is not None
            assert proof.audit in (secrets[:64], secrets[64:])
            assert proof.audit not in row.box

    run(story())


@rule("CASH-02")
def test_commitments_that_come_together_are_each_answered_before_what_comes_after_them() -> None:
    async def story() -> None:
        scene = await open_scene()
        draw = scene.events(1, "deck_committed")[-1]
        hand, number = draw["context"]["hand"], draw["number"]

        def commit(hand: int, number: int = number) -> CommitSeed:
            return CommitSeed(id="x", ch=CHANNEL, hand=hand, number=number, commitment=bytes(32))

        answers = await asyncio.gather(
            scene.ask(1, commit(hand)),
            scene.ask(2, commit(hand - 1)),
            scene.ask(3, commit(hand)),
            scene.ask(1, Chat(id="t", ch=CHANNEL, text="hello")),
            scene.ask(2, commit(hand)),
            return_exceptions=True,
        )
        assert [isinstance(answer, AccessRefused) for answer in answers] == [0, 1, 0, 0, 0]
        assert [said["text"] for said in scene.events(1, "chat_said")] == ["hello"]
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_seeds_for_another_draw_and_from_elsewhere_are_refused() -> None:
    async def story() -> None:
        scene = await open_scene()
        draw = scene.events(1, "deck_committed")[-1]
        hand, number = draw["context"]["hand"], draw["number"]

        def commit(hand: int, number: int) -> CommitSeed:
            return CommitSeed(id="x", ch=CHANNEL, hand=hand, number=number, commitment=bytes(32))

        for wrong in ((hand, number + 1), (hand - 1, number)):
            with pytest.raises(AccessRefused) as refused:
                await scene.ask(1, commit(*wrong))
            assert (refused.value.rule, refused.value.reason) == ("CASH-02", "no_such_draw")
        with pytest.raises(AccessRefused) as early:
            await scene.ask(
                1, RevealSeed(id="r", ch=CHANNEL, hand=hand, number=number, seed=bytes(32))
            )
        assert early.value.reason == "draw_is_not_revealing"
        stranger = Client(scene.shell, 50)
        with pytest.raises(SeatRefused):
            await scene.shell.room.ask(stranger.caller, commit(hand, number))
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_a_snapshot_has_the_next_roots_the_cut_and_the_cards_that_the_viewer_has_seen() -> None:
    async def story() -> None:
        scene = await open_scene()
        await asyncio.sleep(0.1)
        rail = PlayerId(99)
        seen = scene.task.channel.snapshot(PlayerId(1)).fairness
        assert seen is not None
        assert seen.next.context.hand == 2
        assert seen.committed
        assert seen.cut is not None
        assert seen.cut.hand == 1
        hand = scene.task.table.hand
        assert hand is not None
        own = hand.hole(scene.task.table.seat_of(PlayerId(1)))
        assert sorted(one.card for one in seen.cards) == sorted(own)
        public = scene.task.channel.snapshot(rail).fairness
        assert public is not None
        assert (public.cards, public.committed) == ((), False)
        await scene.fold_to_one()
        winner = max(scene.money(), key=lambda player: scene.money()[player])
        await scene.ask(winner, Show(id="s", ch=CHANNEL, hand=1, cards=(1,)))
        public = scene.task.channel.snapshot(rail).fairness
        assert public is not None
        (shown,) = public.cards
        assert shown.card == hand.hole(scene.task.table.seat_of(PlayerId(winner)))[1]
        assert scene.events(2, "cards_opened")[-1]["cards"][0][2] == shown.card
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_cards_that_are_not_those_of_a_fair_shuffle_stop_new_hands() -> None:
    class Suspicious(ShuffleMonitor):
        @property
        def may_deal(self) -> bool:
            return self._hands < 2

    async def story() -> None:
        scene = await open_scene(fair=fair_house(1, monitor=Suspicious()))
        await scene.fold_to_one()
        await scene.fold_to_one()
        await asyncio.sleep(2)
        assert scene.task.frozen == "ShuffleStopped"
        assert len(scene.shell.store.hands[TABLE]) == 2
        with pytest.raises(ActionRefused, match="table is frozen"):
            await scene.ask(1, Act(id="a", ch=CHANNEL, hand=3, turn=1, a="fold"))
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02")
def test_rooms_with_the_same_seed_deal_the_same_cards() -> None:
    async def story(seed: int) -> list[bytes]:
        scene = await open_scene(fair=fair_house(seed))
        await scene.fold_to_one()
        await scene.shell.room.stop()
        return [hand.history for hand in scene.shell.store.hands[TABLE]]

    assert run(story(1)) == run(story(1))
    assert run(story(1)) != run(story(2))


def test_a_room_without_keys_has_nothing_to_verify() -> None:
    async def story() -> None:
        scene = await Scene.open()
        assert scene.task.channel.snapshot(PlayerId(1)).fairness is None
        with pytest.raises(AccessRefused) as refused:
            await scene.ask(
                1, CommitSeed(id="x", ch=CHANNEL, hand=2, number=1, commitment=bytes(32))
            )
        assert refused.value.reason == "no_such_draw"
        await scene.shell.room.stop()

    run(story())


@rule("CASH-02", "FAIR-03")
def test_frames_with_private_cards_have_one_size_and_everybody_gets_as_many() -> None:
    async def story() -> None:
        scene = await open_scene()
        rail = Client(scene.shell, 9)
        await rail.listen(CHANNEL)
        for _ in range(3):
            await scene.fold_to_one()
        await scene.shell.room.stop()
        private = (b'"type":"hole_dealt"', b'"type":"cards_opened"')
        sizes = {
            client.viewer: [
                len(one) for one in client.frames if any(word in one for word in private)
            ]
            for client in (*scene.clients.values(), rail)
        }
        watched = sizes.pop(rail.viewer)
        first = sizes[PlayerId(1)]
        assert len(first) >= 6
        assert len(sizes) == 3
        assert all(one == first for one in sizes.values()), sizes
        # The rail came after the first deal, and gets the same from then on.
        assert len(watched) >= 4
        assert watched == first[-len(watched) :]

    run(story())
