"""Talks about a deal at the final table: everybody agrees, or play goes on (TAMB-98)."""

import asyncio

import pytest

from cardroom.errors import EntryRefused
from cardroom.ledger import CaseId
from cardroom.room.tournaments.actor.deals import ANSWER_MS
from cardroom.room.tournaments.requests import AcceptDeal, ProposeDeal, RefuseDeal
from cardroom.tournament.events import DealMade, HandDealt
from tests.room.tournaments.rooms import Player, format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule


async def in_the_money(seed: int) -> Scene:
    """A Sit & Go with two players left, both paid."""
    scene = Scene(seed, 5)
    await scene.open(format_of("sit-and-go-5"))
    return await when_paid(scene)


async def when_paid(scene: Scene) -> Scene:
    """The same one, once everybody left is paid and they are several."""
    async with asyncio.timeout(36_000):
        while not (scene.actor.tournament.is_in_the_money and scene.actor.tournament.left > 1):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return scene


def left(scene: Scene) -> list[Player]:
    return [
        one for one in scene.people if scene.actor.tournament.field.find(one.viewer) is not None
    ]


def propose(scene: Scene, **how: object) -> ProposeDeal:
    return ProposeDeal(id="p", ch=f"tournament:{scene.tournament}", **how)  # type: ignore[arg-type]


async def in_a_hand(scene: Scene) -> None:
    """Wait until a hand is being played."""
    async with asyncio.timeout(600):
        while not scene.actor.tournament.field.playing:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def accept(scene: Scene, number: int) -> AcceptDeal:
    return AcceptDeal(id="y", ch=f"tournament:{scene.tournament}", deal=number)


async def until_open(scene: Scene) -> int:
    """The number of the proposal, once the hand is over."""
    async with asyncio.timeout(600):
        while True:
            view = scene.actor.deals.view()
            assert view is not None
            if view.until_ms is not None:
                return view.deal
            await asyncio.sleep(0.05)


def dealt(scene: Scene) -> int:
    return sum(isinstance(one, HandDealt) for one in scene.store.stored[scene.tournament])


@rule("TAMB-98")
def test_when_everybody_left_accepts_the_prizes_are_shared_and_it_is_over() -> None:
    async def story() -> None:
        scene = await in_the_money(151)
        first, *others = left(scene)
        await first.ask(propose(scene, kind="icm"))
        number = await until_open(scene)
        view = scene.actor.deals.view()
        assert view is not None
        pool = sum(scene.actor.tournament.payouts.prizes(scene.actor.tournament.left))
        assert sum(view.shares.values()) == pool
        hands = dealt(scene)
        await asyncio.sleep(10)
        assert dealt(scene) == hands
        for player in (first, *others):
            await player.ask(accept(scene, number))
        stored = scene.store.stored[scene.tournament]
        (made,) = [one for one in stored if isinstance(one, DealMade)]
        assert dict(made.shares) == view.shares
        await scene.play_out()
        assert scene.actor.tournament.ended == "deal"
        scene.check()
        scene.verify_money()
        await scene.stop()

    run(story())


@rule("TAMB-98")
def test_who_proposes_in_the_middle_of_a_hand_agrees_when_the_shares_are_known() -> None:
    async def story() -> None:
        scene = await in_the_money(151)
        talks, tournament = scene.actor.deals, scene.actor.tournament
        await in_a_hand(scene)
        first, second = left(scene)
        before = dict(tournament.stacks)
        await first.ask(propose(scene, kind="chips"))
        early = talks.view()
        assert early is not None
        assert (early.shares, early.accepted, early.until_ms) == ({}, (), None)
        for player in (first, second):
            with pytest.raises(EntryRefused) as refused:
                await player.ask(accept(scene, early.deal))
            assert refused.value.reason == "hand_is_not_over"
        # The hand is played out: the shares follow from its stacks, and nobody has agreed to them.
        number = await until_open(scene)
        assert tournament.stacks != before
        view = talks.view()
        assert view is not None
        assert view.shares == {one.kind: one.shares for one in talks.offers(0).offers}["chips"]
        assert view.accepted == ()
        await second.ask(accept(scene, number))
        assert not tournament.is_over
        await first.ask(accept(scene, number))
        (made,) = [e for e in scene.store.stored[scene.tournament] if isinstance(e, DealMade)]
        assert dict(made.shares) == view.shares
        await scene.stop()

    run(story())


@rule("TAMB-98")
def test_after_the_next_deal_nothing_can_be_accepted_any_more() -> None:
    async def story() -> None:
        scene = await in_the_money(152)
        await in_a_hand(scene)
        first, second = left(scene)
        await first.ask(propose(scene, kind="icm"))
        number = await until_open(scene)
        hands = dealt(scene)
        # No hand is dealt while it is open; after a minute it is gone, and the next hand comes.
        await asyncio.sleep(ANSWER_MS / 1000 - 1)
        assert dealt(scene) == hands
        async with asyncio.timeout(600):
            while dealt(scene) == hands:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert scene.actor.deals.view() is None
        for player in (first, second):
            with pytest.raises(EntryRefused) as refused:
                await player.ask(accept(scene, number))
            assert refused.value.reason == "no_such_proposal"
        await scene.stop()

    run(story())


@rule("TAMB-98", "TRN-23")
def test_a_disqualification_ends_the_talks_because_the_shares_are_others() -> None:
    async def story() -> None:
        scene = Scene(154, 11)
        await scene.open(format_of("freezeout"), in_s=60)
        await when_paid(scene)
        actor = scene.actor
        first, second, _ = left(scene)
        await first.ask(propose(scene, kind="even"))
        number = await until_open(scene)
        player, case = second.viewer, CaseId(1)
        await actor.decide(lambda at_ms: actor.tournament.disqualify(player, case, at_ms))
        assert actor.tournament.is_running
        with pytest.raises(EntryRefused) as refused:
            await first.ask(accept(scene, number))
        assert refused.value.reason == "no_such_proposal"
        await scene.stop()

    run(story())


@rule("TAMB-98")
def test_every_deal_is_known_in_numbers_before_anybody_proposes_it() -> None:
    async def story() -> None:
        scene = await in_the_money(151)
        talks, tournament = scene.actor.deals, scene.actor.tournament
        pool = sum(tournament.payouts.prizes(tournament.left))
        offers = talks.offers(100)
        assert {one.kind for one in offers.offers} == {"icm", "chips", "even"}
        for one in offers.offers:
            assert sum(one.shares.values()) == pool - 100
            assert set(one.shares) == set(tournament.stacks)
        with pytest.raises(EntryRefused) as refused:
            talks.offers(offers.left_to_play_for_max + 1)
        assert refused.value.reason == "too_much_left_to_play_for"
        first, *_ = left(scene)
        await first.ask(propose(scene, kind="even"))
        await until_open(scene)
        view = talks.view()
        assert view is not None
        assert view.shares == {one.kind: one.shares for one in talks.offers(0).offers}["even"]
        await scene.stop()

    run(story())


@rule("TAMB-98")
def test_one_refusal_or_silence_ends_the_talks_and_play_goes_on() -> None:
    async def story() -> None:
        scene = await in_the_money(152)
        first, second, *_ = left(scene)
        await first.ask(propose(scene, kind="even"))
        number = await until_open(scene)
        with pytest.raises(EntryRefused) as refused:
            await second.ask(propose(scene, kind="even"))
        assert refused.value.reason == "a_deal_is_proposed"
        await second.ask(RefuseDeal(id="n", ch=f"tournament:{scene.tournament}", deal=number))
        assert scene.actor.deals.view() is None
        with pytest.raises(EntryRefused) as refused:
            await first.ask(propose(scene, kind="even"))
        assert refused.value.reason in {"one_proposal_in_a_level", "not_playing"}
        hands = dealt(scene)
        await second.ask(propose(scene, kind="chips"))
        await until_open(scene)
        await asyncio.sleep(ANSWER_MS / 1000 + 1)
        assert scene.actor.deals.view() is None
        await scene.play_out()
        assert dealt(scene) >= hands
        assert scene.actor.tournament.ended == "one_player_left"
        scene.check()
        await scene.stop()

    run(story())


@rule("TAMB-98")
def test_no_deal_before_the_money_and_none_by_who_is_out() -> None:
    async def story() -> None:
        scene = Scene(153, 5)
        await scene.open(format_of("sit-and-go-5"))
        await asyncio.sleep(1)
        with pytest.raises(EntryRefused) as refused:
            await scene.people[0].ask(propose(scene, kind="even"))
        assert refused.value.reason == "not_at_the_final_table_in_the_money"
        await scene.play_out()
        await scene.stop()

    run(story())
