"""The cards of a tournament: a fresh deck for every hand."""

from collections.abc import Sequence
from random import Random

import pytest

from cardroom.cards import Card
from cardroom.rulebook import edition
from cardroom.simulation.tournament.disruptions import CALM
from cardroom.simulation.tournament.play import Play
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.tournament.definition.examples import definition_of
from cardroom.tournament.events import HandFinished, TournamentEvent
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tournament import Tournament
from tests.rule import rule


@rule("HEX-10", "TAMB-28")
@pytest.mark.parametrize("name", ["hexapro", "freezeout"])
def test_the_deck_is_shuffled_anew_before_every_hand(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a hand without a showdown: no two decks are the same, no card comes twice."""
    decks: list[tuple[Card, ...]] = []
    hands: list[TournamentEvent] = []
    usual = Tournament.deal

    def deal(self: Tournament, number: TableNumber, deck: Sequence[Card], at_ms: int) -> None:
        decks.append(tuple(deck))
        usual(self, number, deck, at_ms)

    def opened(play: Play) -> None:
        play.watchers.append(hands.append)

    monkeypatch.setattr(Tournament, "deal", deal)
    definition = definition_of(name, {"edition": "nl-3.0"})
    scenario = Scenario(
        definition, edition("nl-3.0"), chance=Random(4), disruptions=CALM, opened=opened
    )
    for _ in range(3):
        scenario.play(9 if name == "freezeout" else 3)
    assert len(decks) == sum(isinstance(event, HandFinished) for event in hands) > 40
    assert len(set(decks)) == len(decks)
    assert all(len(set(deck)) == len(deck) for deck in decks)
