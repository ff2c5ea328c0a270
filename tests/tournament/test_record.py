"""What a tournament told is stored and read back; the same tournament comes out of it."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import example as also
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.cards import DECK
from cardroom.ledger import PlayerId
from cardroom.tournament.definition import Definition
from cardroom.tournament.desk_events import DeskEvent
from cardroom.tournament.events import FieldEvent, MoneyEvent, TournamentEvent
from cardroom.tournament.record import AnyEvent, decode_events, encode_events
from tests.rule import rule
from tests.tournament.arena import Arena, freezeout
from tests.tournament.desks import example


def kinds(of: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_event_is_frozen_and_tagged_and_can_be_read_back() -> None:
    families = {DeskEvent, FieldEvent, MoneyEvent}
    known = set(kinds(TournamentEvent)) - families
    assert known == set(AnyEvent.__args__)
    tags = {kind.__struct_config__.tag for kind in known}
    assert None not in tags
    assert len(tags) == len(known)
    assert all(kind.__struct_config__.frozen for kind in known)


def definitions() -> list[Definition]:
    late = {"late_levels": 3}
    return [
        freezeout(registration=late),
        freezeout(game="pl-omaha"),
        example("rebuy"),
        example("progressive", registration=late),
        example("reentry"),
        example("satellite"),
    ]


class Wild(Arena):
    """Players who do anything; time passes between the hands."""

    def play_some(self, hands: int) -> None:
        for _ in range(hands):
            self.now_ms += self.chance.randrange(1, 60_000)
            self.tick(self.now_ms)
            if self.tournament.is_over:
                return
            if self.tournament.ready:
                table = self.chance.choice(list(self.tournament.ready))
                self.deal(table, self.chance.sample(DECK, len(DECK)))
                self._anything(table)
            playing = [n for n, one in self.tournament.tables.items() if one.dealt_hand is not None]
            if playing and self.chance.random() < 0.8:
                self.commit(self.chance.choice(playing))
            if self.chance.random() < 0.05 and self.tournament.desk.registration_open:
                self.enter(1000 + len(self.events))

    def _anything(self, number: int) -> None:
        table = self.tournament.tables[number]  # type: ignore[index]
        while table.actor is not None:
            assert table.hand is not None
            options = table.hand.options
            assert options is not None
            drawn = self.chance.random()
            if drawn < 0.25 and options.raise_to:
                self.tournament.act(table.actor, "raise", options.raise_to, self.now_ms)
            elif drawn < 0.6 and options.call:
                self.tournament.act(table.actor, "fold", 0, self.now_ms)
            else:
                action = "call" if options.call else "check"
                self.tournament.act(table.actor, action, 0, self.now_ms)


@rule("TAMB-95", "TRN-25", "TRN-01", "TAMB-97")
@settings(max_examples=25)
@given(
    which=st.sampled_from(range(6)),
    seed=st.integers(0, 2**32),
    players=st.integers(2, 40),
    hands=st.integers(0, 300),
)
@also(which=2, seed=11, players=2, hands=13)
def test_a_tournament_is_a_reading_of_its_events(
    which: int, seed: int, players: int, hands: int
) -> None:
    definition = definitions()[which]
    arena = Wild(definition, seed=seed)
    arena.enter(*range(1, players + 1))
    arena.start()
    arena.play_some(hands)
    live = arena.tournament
    if not live.is_over:
        live.crash(arena.now_ms)
        arena.take_step()
    stored = encode_events(arena.events)
    again = arena._made()
    again.restore(decode_events(stored), arena.now_ms, down_since_ms=arena.now_ms)
    assert again.take_step() == ([], []), "nothing is paid twice"
    assert again.stacks == live.stacks
    assert again.places == live.places
    assert again.ended == live.ended
    assert set(again.ready) == set(live.ready)
    assert again.next_deadline_ms == live.next_deadline_ms
    assert again.bounty_book.bounties == live.bounty_book.bounties
    assert again.payouts.structure == live.payouts.structure
    assert (again.level, again.left, again.entries) == (live.level, live.left, live.entries)
    for number, table in live.tables.items():
        twin = again.tables[number]
        assert (twin.last, twin.hands, twin.two_since_ms) == (
            table.last,
            table.hands,
            table.two_since_ms,
        )
        assert {seat: one.bank.left_ms for seat, one in twin.seats.items()} == {
            seat: one.bank.left_ms for seat, one in table.seats.items()
        }


@rule("TAMB-97", "TYP-03")
@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha"])
def test_both_games_are_played_to_the_end(game: str) -> None:
    for seed in range(3):
        arena = Wild(freezeout(game=game), seed=seed)
        arena.enter(*range(1, 24))
        arena.start(absent=[PlayerId(1)])
        arena.play_some(20_000)
        assert arena.tournament.is_over
        assert sorted(arena.tournament.places.values()) == list(range(1, 24))
        assert sum(arena.tournament.stacks.values()) == 23 * 5000


def test_the_same_seed_gives_the_same_tournament() -> None:
    def played(seed: int) -> bytes:
        arena = Wild(freezeout(), seed=seed)
        arena.enter(*range(1, 20))
        arena.start()
        arena.play_some(100)
        return encode_events(arena.events)

    assert played(5) == played(5)
    assert played(5) != played(6)
