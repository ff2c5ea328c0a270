"""What the house does to a tournament: a preview equals the booking, in every state (TAMB-81)."""

import asyncio
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest

from cardroom.errors import OperatorRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.accounts import player_cash
from cardroom.room.tournaments.house.staff import StaffDesk
from cardroom.room.tournaments.house_messages import CancelPreview
from cardroom.tournament.events import (
    Disqualified,
    HandDealt,
    HandFinished,
    PauseStarted,
    SharePaid,
)
from cardroom.tournament.prizes.cancellation import Stage
from tests.room.tournaments.rooms import EUR, format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule

STAGES: tuple[tuple[str, int, Stage], ...] = (
    ("freezeout", 14, "not_started"),
    ("freezeout", 14, "not_in_the_money"),
    ("bounty", 14, "not_in_the_money"),
    ("hand-for-hand", 80, "several_tables"),
    ("bounty", 80, "several_tables"),
    ("progressive", 14, "final_table"),
    ("sit-and-go-5", 5, "not_in_the_money"),
    ("sit-and-go-5", 5, "final_table"),
    ("hexapro", 3, "drawn"),
    ("satellite", 14, "not_started"),
    ("satellite", 14, "not_in_the_money"),
    ("satellite", 14, "final_table"),
    ("bounty", 14, "not_started"),
    ("bounty", 14, "final_table"),
    ("vip", 14, "not_in_the_money"),
    ("freeroll", 14, "not_in_the_money"),
    ("phased", 14, "not_in_the_money"),
    ("rebuy", 14, "not_in_the_money"),
)


def cash(scene: Scene) -> dict[PlayerId, int]:
    ledger = scene.store.ledger
    return {one.viewer: ledger.balance(player_cash(one.viewer, EUR)) for one in scene.people}


def desk(scene: Scene) -> StaffDesk:
    return StaffDesk(scene.actor)


async def until_stage(scene: Scene, stage: Stage) -> None:
    async with asyncio.timeout(100_000):
        while True:
            # A tournament that is over still has a stage: the one it ended in.
            assert not scene.actor.tournament.is_over, "the stage was never reached"
            if scene.actor.tournament.stage == stage:
                return
            await asyncio.sleep(0.3)


async def cancelled(scene: Scene) -> tuple[CancelPreview, dict[PlayerId, int]]:
    """Preview and book until no hand comes in between; what was paid by it."""
    while True:
        before = cash(scene)
        preview = await desk(scene).preview_cancel()
        before_now = cash(scene)
        try:
            await desk(scene).cancel(preview.step)
        except OperatorRefused:
            # A hand was committed in between: look again.
            continue
        if before != before_now:
            before = before_now
        after = cash(scene)
        return preview, {
            one: after[one] - before[one] for one in after if after[one] != before[one]
        }


@rule("TAMB-81", "CXL-01", "CXL-02")
@pytest.mark.parametrize(("name", "players", "stage"), STAGES)
def test_the_preview_of_a_cancellation_equals_the_booking(
    name: str, players: int, stage: Stage
) -> None:
    async def story() -> None:
        scene = Scene(171, players)
        timed = format_of(name).kind in {"scheduled", "phased"}
        await scene.open(format_of(name), in_s=60 if timed else None)
        await until_stage(scene, stage)
        preview, paid = await cancelled(scene)
        assert preview.stage == stage
        assert preview.cash == paid
        assert preview.shares
        assert scene.actor.tournament.is_cancelled
        stored = scene.store.stored[scene.tournament]
        booked = {one.entry: (one.pot, one.fees, one.bounty) for one in stored
                  if isinstance(one, SharePaid)}  # fmt: skip
        if booked:
            assert booked == {one.entry: (one.pot, one.fees, one.bounty) for one in preview.shares}
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())


SATELLITES: tuple[tuple[int, int, Stage, tuple[int, ...]], ...] = (
    (171, 900, "several_tables", (*(900,) * 7, 700)),
    (173, 1_600, "final_table", (*(1_600,) * 4, 600)),
)
"""A seed with which nobody else is knocked out together with the last player who wins nothing, the
price of a seat, the stage, and what 14 entries of 5.00 win: seats, and the rest in cash."""


@rule("CXL-05", "CXL-06", "CXL-07", "CXL-08", "TAMB-81", "TAMB-83", "TAMB-84", "TAMB-87")
@pytest.mark.parametrize(("seed", "seat", "stage", "prizes"), SATELLITES)
def test_a_satellite_cancelled_in_the_money_pays_its_seats_at_face_value_in_cash(
    seed: int, seat: int, stage: Stage, prizes: tuple[int, ...]
) -> None:
    async def story() -> None:
        scene = Scene(seed, 14)
        satellite = {"target": "sunday", "seat_price_cents": seat}
        # In the money it is only while somebody is left for the rest in cash (TAMB-67), and after
        # the end of the late registration: nobody enters late.
        definition = format_of("satellite", satellite=satellite, registration={"late_levels": 0})
        await scene.open(definition, in_s=60)
        await until_stage(scene, stage)
        preview, paid = await cancelled(scene)
        assert preview.stage == stage
        assert preview.cash == paid
        stacks = scene.check().seats.stacks
        shares = {one.entry: one for one in preview.shares}
        assert shares.keys() == stacks.keys()
        assert len(shares) == len(prizes)
        assert sum(one.pot for one in shares.values()) == sum(prizes) == 14 * 500
        worth = by_chips if stage == "several_tables" else by_icm
        wanted = worth(prizes, list(stacks.values()))
        for entry, exact in zip(stacks, wanted, strict=True):
            assert abs(shares[entry].pot - exact) < 1
            assert (shares[entry].fees, shares[entry].bounty) == (50, 0)
        assert sorted(paid.values()) == sorted(one.pot + 50 for one in shares.values())
        assert not scene.store.seats
        assert not any([await scene.store.tickets(one.viewer) for one in scene.people])
        scene.verify_money()
        await scene.stop()

    run(story())


def by_chips(prizes: Sequence[int], stacks: Sequence[int]) -> list[Fraction]:
    """The lowest prize each, the rest by chips (TAMB-83)."""
    rest = sum(prizes) - len(prizes) * prizes[-1]
    return [prizes[-1] + Fraction(rest * chips, sum(stacks)) for chips in stacks]


def by_icm(prizes: Sequence[int], stacks: Sequence[int]) -> list[Fraction]:
    """Every order in which the players may finish, with its probability (TAMB-84)."""
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        probability, chips = Fraction(1), sum(stacks)
        for player in order:
            probability *= Fraction(stacks[player], chips)
            chips -= stacks[player]
        for player, prize in zip(order, prizes, strict=True):
            worth[player] += probability * prize
    return worth


@rule("CXL-11")
def test_a_hand_that_is_committed_in_between_asks_for_a_new_preview() -> None:
    async def story() -> None:
        scene = Scene(172, 5)
        await scene.open(format_of("sit-and-go-5"))
        await asyncio.sleep(2)
        preview = await desk(scene).preview_cancel()
        hands = count(scene, HandFinished)
        while count(scene, HandFinished) == hands:  # noqa: ASYNC110 - as an operator waits
            await asyncio.sleep(0.1)
        with pytest.raises(OperatorRefused) as refused:
            await desk(scene).cancel(preview.step)
        assert refused.value.reason == "preview_is_old"
        assert not scene.actor.tournament.is_over
        await scene.play_out()
        scene.check()
        await scene.stop()

    run(story())


def count(scene: Scene, kind: type) -> int:
    return sum(isinstance(one, kind) for one in scene.store.stored[scene.tournament])


@rule("TAMB-96", "TAMB-45")
def test_a_pause_by_staff_stops_every_table_until_it_goes_on() -> None:
    async def story() -> None:
        scene = Scene(173, 14)
        await scene.open(format_of("freezeout"), in_s=60)
        await asyncio.sleep(65)
        await desk(scene).pause()
        async with asyncio.timeout(600):
            while not count(scene, PauseStarted):  # noqa: ASYNC110 - the hands end first
                await asyncio.sleep(0.5)
        dealt = count(scene, HandDealt)
        changed = [one for player in scene.people for one in player.heard("game_changed")]
        assert any(one["game"]["pauses"] for one in changed)
        await asyncio.sleep(600)
        assert count(scene, HandDealt) == dealt
        await desk(scene).resume()
        await scene.play_out()
        assert count(scene, HandDealt) > dealt
        scene.check()
        await scene.stop()

    run(story())


@rule("TRN-23", "TRN-24", "TAMB-89")
def test_a_disqualified_player_is_out_and_a_review_holds_what_is_won() -> None:
    async def story() -> None:
        scene = Scene(174, 5)
        await scene.open(format_of("sit-and-go-5"))
        await asyncio.sleep(3)
        await desk(scene).disqualify(PlayerId(1), CaseId(77))
        for number in range(2, 6):
            await desk(scene).review(PlayerId(number), CaseId(80 + number))
        await scene.play_out()
        assert count(scene, Disqualified) == 1
        held = {
            account: amount
            for account, amount in scene.store.ledger.balances.items()
            if account.startswith("case:") and amount
        }
        assert held
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())
