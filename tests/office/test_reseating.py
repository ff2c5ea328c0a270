"""An operator gives a seat back to somebody who lost it while his line was down."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from cardroom.errors import AccessRefused, OperatorRefused, Refused, SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.office.operator_pages import RestoredSeat
from cardroom.office.reseating import Reseating
from cardroom.room.people import Caller
from cardroom.room.records import Account
from cardroom.room.requests import Leave, Sit
from tests.room.inside import inside
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule
from tests.server.fakes import FakeAccounts, FakeCases

ROBIN = Caller(player=PlayerId(99), name="Robin", kind="person", role="administrator")
WHY = "removed while the line was down"
CHANNEL = f"table:{TABLE}"


class Desk:
    """A table of three, of whom the third has lost his seat."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        third = scene.task.table.occupant(PlayerId(3))
        self.seat, self.stack = third.seat, third.stack
        self.cases = FakeCases()
        self.accounts = FakeAccounts()
        for player in scene.clients:
            self.account(player)
        self.reseating = Reseating(scene.shell.room, self.accounts, self.cases)

    @classmethod
    async def open(cls) -> "Desk":
        scene = await Scene.open()
        await scene.fold_to_one()
        desk = cls(scene)
        await scene.ask(3, Leave(id="l", ch=CHANNEL))
        assert not scene.task.table.has(PlayerId(3))
        return desk

    def account(self, player: int, **more: Any) -> None:
        who = Account(
            player=PlayerId(player), name=f"player{player}", kind="person", role="player",
            password_hash=None, created_ms=1,
        )  # fmt: skip
        self.accounts.kept[who.player] = msgspec.structs.replace(who, **more)

    async def restore(self, player: int = 3, seat: int | None = None) -> RestoredSeat:
        return await self.reseating.restore(ROBIN, PlayerId(player), TABLE, seat, WHY)

    async def refused(self, player: int = 3) -> Refused:
        with pytest.raises(Refused) as refusal:
            await self.restore(player)
        assert self.cases.deeds == []
        assert inside(self.scene.shell.room).offers_of(PlayerId(player)) == ()
        return refusal.value


def staged(story: Callable[[Desk], Awaitable[None]]) -> None:
    """Tell a story about a table in virtual time."""

    async def play() -> None:
        desk = await Desk.open()
        await story(desk)
        await desk.scene.shell.room.stop()

    run(play())


@rule("CASH-01", "CASH-03", "RAT-02")
def test_the_player_is_told_takes_the_seat_and_has_it_on_record() -> None:
    async def story(desk: Desk) -> None:
        scene = desk.scene
        await scene.clients[PlayerId(3)].listen("me")
        kept = await desk.restore(seat=desk.seat)
        assert (kept.player, kept.name, kept.table, kept.seat) == (3, "player3", TABLE, desk.seat)
        assert kept.buy_in.least == max(desk.stack, 500)
        assert kept.until_ms - scene.now_ms == 60_000
        offer = msgspec.json.decode(scene.clients[PlayerId(3)].frames[-1])
        assert (offer["ch"], offer["d"]["type"], offer["d"]["seat"]) == (
            "me",
            "seat_offered",
            desk.seat,
        )
        assert desk.cases.deeds == [
            (99, 3, "restored_seat", f"table {TABLE}, seat {desk.seat}: {WHY}")
        ]
        await scene.ask(3, Sit(id="s", ch=CHANNEL, amount=kept.buy_in.least))
        assert scene.task.table.occupant(PlayerId(3)).seat == desk.seat

    staged(story)


@rule("CASH-01")
def test_the_same_word_again_keeps_the_same_seat_until_the_same_moment() -> None:
    async def story(desk: Desk) -> None:
        kept = await desk.restore()
        await asyncio.sleep(3)
        assert await desk.restore() == kept
        assert len(set(desk.cases.deeds)) == 1

    staged(story)


@rule("CASH-01", "AMB-70", "FAIR-07", "FAIR-01")
def test_who_may_not_play_there_gets_no_seat_back() -> None:
    async def story(desk: Desk) -> None:
        desk.account(3, barred_until_ms=2**53, bar_reason="two accounts")
        refusal = await desk.refused()
        assert (refusal.rule, refusal.reason) == ("AMB-70", "barred")
        assert refusal.details["said"] == "two accounts"
        desk.account(3, kind="program", owner=PlayerId(50))
        assert (await desk.refused()).rule == "FAIR-07"
        desk.account(3, owner=PlayerId(1))
        assert (await desk.refused()).reason == "one_seat_per_person"
        desk.account(3)
        assert (await desk.restore()).player == 3

    staged(story)


@rule("CASH-01")
def test_a_house_without_this_override_gives_no_seat_back() -> None:
    async def story(desk: Desk) -> None:
        lobby = desk.scene.shell.room.lobby.lobby
        conduct = msgspec.structs.replace(lobby.rules.conduct, overrides=("void_hand",))
        lobby.rules = msgspec.structs.replace(lobby.rules, conduct=conduct)
        refusal = await desk.refused()
        assert isinstance(refusal, OperatorRefused)
        assert (refusal.rule, refusal.reason) == ("CASH-01", "not_in_this_edition")

    staged(story)


def test_nobody_and_nowhere_are_not_found() -> None:
    async def story(desk: Desk) -> None:
        assert isinstance(await desk.refused(77), AccessRefused)
        with pytest.raises(SeatRefused, match="no such table"):
            await desk.reseating.restore(ROBIN, PlayerId(3), TableId(9), None, WHY)

    staged(story)
