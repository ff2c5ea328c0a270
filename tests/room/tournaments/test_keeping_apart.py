"""A running room that keeps two players apart: the draw is as it was, and a move says so."""

import pytest

from cardroom.fairness.draws.proof import DrawProof
from cardroom.ledger import PlayerId
from cardroom.tournament.events import SeatsExchanged
from cardroom.tournament.tables.keeping_apart import PartnersOf, no_partners
from tests.room.tournaments.drawing_players import DrawScene
from tests.room.tournaments.rooms import format_of
from tests.room.tournaments.test_draws import events_of, started
from tests.room.virtual import run
from tests.rule import rule

ONE, OTHER = PlayerId(1), PlayerId(2)


def one_and_other(player: PlayerId) -> set[PlayerId]:
    return {ONE: {OTHER}, OTHER: {ONE}}.get(player, set())


def seed_where_they_meet(players: int) -> int:
    """A draw that brings the two to one table."""

    async def meet(seed: int) -> bool:
        scene = await started_scene(seed, players, no_partners)
        places = {player: place_of(scene, player)[0] for player in (ONE, OTHER)}
        await scene.stop()
        return places[ONE] == places[OTHER]

    return next(seed for seed in range(30) if run(meet(seed)))


async def started_scene(seed: int, players: int, partners_of: PartnersOf) -> DrawScene:
    scene = DrawScene(seed, players, partners_of=partners_of)
    await scene.open(format_of("freezeout", seats=6), in_s=60)
    await started(scene, within_s=120)
    return scene


def place_of(scene: DrawScene, player: PlayerId) -> tuple[int, int]:
    found = scene.actor.tournament.field.find(player)
    assert found is not None
    return found.table, found.seat


def start_of(scene: DrawScene) -> DrawProof:
    """The proof of the start, which everybody can verify."""
    proof, *_ = scene.check_draws()
    return proof


@rule("AMB-74", "TRN-04")
def test_with_the_switch_off_everybody_sits_where_they_were_drawn() -> None:
    seed = seed_where_they_meet(14)

    async def story() -> None:
        scene = await started_scene(seed, 14, no_partners)
        assert events_of(scene, SeatsExchanged) == []
        proof = start_of(scene)
        assert proof.outcome.told == ()
        drawn = {one.entry: (one.table, one.seat) for one in proof.outcome.seats}
        entrants = scene.actor.tournament.field.entrants
        assert drawn == {entry: (one.table, one.seat) for entry, one in entrants.items()}
        await scene.stop()

    run(story())


@rule("AMB-74", "TRN-04")
def test_two_who_meet_in_the_draw_sit_at_different_tables_before_the_first_hand() -> None:
    seed = seed_where_they_meet(14)

    async def drawn_seats(partners_of: PartnersOf) -> tuple[object, ...]:
        scene = await started_scene(seed, 14, partners_of)
        seats = start_of(scene).outcome.seats
        await scene.stop()
        return seats

    async def story() -> None:
        scene = await started_scene(seed, 14, one_and_other)
        assert place_of(scene, ONE)[0] != place_of(scene, OTHER)[0]
        (exchange,) = events_of(scene, SeatsExchanged)
        assert isinstance(exchange, SeatsExchanged)
        # Whoever verifies the draw sees the seats that were drawn, and what was changed after it.
        proof = start_of(scene)
        told = [(one.what, one.entry, one.table, one.seat) for one in proof.outcome.told]
        assert told == [
            ("exchanged", exchange.entry, exchange.table, exchange.seat),
            ("exchanged", exchange.other, exchange.other_table, exchange.other_seat),
        ]
        drawn = {one.entry: (one.table, one.seat) for one in proof.outcome.seats}
        assert drawn[exchange.entry] == (exchange.other_table, exchange.other_seat)
        assert drawn[exchange.other] == (exchange.table, exchange.seat)
        for player in scene.drawing():
            heard = player.heard("tournament_seated")
            assert heard[0]["seat"] == drawn[player.viewer][1], "the seat of the draw comes first"
            table, seat = place_of(scene, player.viewer)
            tables = scene.actor.tables.open_tables
            assert (heard[-1]["table"], heard[-1]["seat"]) == (tables[table], seat)  # type: ignore[index]
            moved = player.viewer in {int(exchange.entry), int(exchange.other)}
            assert [one["cause"] for one in heard] == (
                ["start", "exchanged"] if moved else ["start"]
            )
        await scene.stop()

    run(story())
    assert run(drawn_seats(one_and_other)) == run(drawn_seats(no_partners))


@rule("AMB-74", "TRN-04", "TRN-25")
@pytest.mark.parametrize("crashes", [0, 2])
def test_a_tournament_that_keeps_two_apart_is_played_and_paid_like_any_other(crashes: int) -> None:
    seed = seed_where_they_meet(20)

    async def story() -> None:
        scene = await started_scene(seed, 20, one_and_other)
        for _ in range(crashes):
            before = {
                one.entry: one.table for one in scene.actor.tournament.field.entrants.values()
            }
            await scene.crash()
            found = scene.actor.tournament.field.entrants.values()
            assert {one.entry: one.table for one in found} == before
        await scene.play_out()
        scene.check()
        scene.check_draws()
        scene.verify_money()
        assert len(events_of(scene, SeatsExchanged)) == 1
        assert len(scene.actor.tournament.places) == 20
        await scene.stop()

    run(story())


@rule("AMB-74")
def test_at_a_single_table_the_two_meet() -> None:
    async def story() -> None:
        scene = DrawScene(5, 5, partners_of=one_and_other)
        await scene.open(format_of("sit-and-go-5"))
        await started(scene)
        assert place_of(scene, ONE)[0] == place_of(scene, OTHER)[0]
        assert start_of(scene).outcome.told == ()
        assert events_of(scene, SeatsExchanged) == []
        await scene.stop()

    run(story())
