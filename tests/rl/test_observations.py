"""What a learning player sees: the figures of its seat's `view`, and no hidden card."""

from contextlib import suppress
from random import Random
from typing import Any

import numpy as np
import pytest

from cardroom.engine import Hand, HandView, view
from cardroom.engine.views import glance, own_hole
from cardroom.rl import Choice, HandEnvironment
from cardroom.rl.actions import choices_in
from cardroom.rl.observations import BOARD, DECK_SIZE, OF_PLAYER, PLAYERS, STREET, size
from cardroom.rl.turns import Turns
from cardroom.rulebook import edition

STREETS = ["preflop", "flop", "turn", "river"]


def written_from(seen: HandView, seat: int) -> list[float]:
    """The observation of a seat, written from its view alone, all of it again."""
    place = [one.seat for one in seen.seats].index(seat)
    clockwise = [*seen.seats[place:], *seen.seats[:place]]
    won = sum(one.won for one in seen.seats) + seen.rake
    chips = sum(one.stack for one in seen.seats) + seen.chips_in - won
    options = seen.options
    amounts = (options.call, options.raise_from, options.raise_to) if options else (0, 0, 0)
    numbers = [float(card in clockwise[0].hole) for card in range(DECK_SIZE)]
    numbers += [float(card in seen.board) for card in range(DECK_SIZE)]
    numbers += [float(street == seen.street) for street in STREETS]
    numbers += [amount / chips for amount in (seen.chips_in, *amounts)]
    for one in clockwise:
        numbers += [one.stack / chips, one.bet / chips, one.live, one.live and not one.stack]
        numbers += [one.seat == seen.button, one.seat == seen.actor]
    return [float(number) for number in numbers]


@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha", "fl-holdem"])
@pytest.mark.parametrize("looks", [1.0, 0.5, 0.2])
def test_an_observation_says_what_the_view_of_the_seat_says(game: Any, looks: float) -> None:
    """However often an agent looks, and whose turn it is: what is kept is never out of date."""
    stacks = (500, 900, 1_300, 2_000, 300)
    table, chance = HandEnvironment(game, players=5, stacks=stacks), np.random.default_rng(9)
    table.reset(seed=3)
    for _ in range(20):
        while True:
            for seat, agent in enumerate(table.possible_agents, 1):
                if chance.random() < looks:
                    seen = table.observe(agent)
                    expected = written_from(view(table.hand, seat), seat)
                    assert np.allclose(seen["observation"], expected, atol=1e-6)
                    assert table.observation_space(agent).contains(seen)
            if table.hand.is_over:
                break
            step_without_a_look(table, chance)
        table.reset()


def step_without_a_look(table: HandEnvironment, chance: np.random.Generator) -> None:
    """Take the first choice that is legal."""
    for choice in chance.permutation(len(Choice)):
        with suppress(ValueError):
            table.step(choice)
            return


def test_a_glance_says_what_the_rail_sees_and_own_cards_what_the_seat_sees() -> None:
    table, chance = HandEnvironment(players=5, stacks=800), np.random.default_rng(9)
    for seed in range(20):
        table.reset(seed=seed)
        while not table.hand.is_over:
            quick, rail = glance(table.hand), view(table.hand, "rail")
            assert quick.seats == {one.seat: (one.stack, one.bet, one.live) for one in rail.seats}
            for field in ("board", "street", "button", "chips_in"):
                assert getattr(quick, field) == getattr(rail, field)
            for seat in range(1, 6):
                whole = view(table.hand, seat).seats
                assert own_hole(table.hand, seat) == next(o.hole for o in whole if o.seat == seat)
            mask = table.observe(table.agent_selection)["action_mask"]
            table.step(int(chance.choice(np.flatnonzero(mask))))


def test_an_agent_sees_its_own_cards_and_no_others() -> None:
    table = HandEnvironment(players=3)
    for seed in range(10):
        table.reset(seed=seed)
        for seat, agent in enumerate(table.agents, 1):
            numbers = table.observe(agent)["observation"]
            own = {card for card in range(52) if numbers[card]}
            assert own == set(table.hand.hole(seat))
            assert not numbers[BOARD:STREET].any()


def test_an_observation_does_not_change_when_the_hand_goes_on_or_its_owner_writes_in_it() -> None:
    table = HandEnvironment(players=3)
    table.reset(seed=5)
    agent = table.agent_selection
    first, second = table.observe(agent), table.observe(agent)
    first["observation"][:], first["action_mask"][:] = 0.5, 0
    before = {name: numbers.copy() for name, numbers in second.items()}
    table.step(Choice.LEAST)
    for name, numbers in second.items():
        assert np.array_equal(numbers, before[name])
    assert table.observe(table.agent_selection)["action_mask"].any()
    assert not (table.observe(table.agent_selection)["observation"] == 0.5).any()


def test_other_cards_of_the_others_change_nothing_that_a_seat_sees() -> None:
    """The same choices with the same board, and other cards in the hands of the others."""
    chance, rules = Random(6), edition("en-2.7").hand
    started = Hand.deal("nl-holdem", stacks=[2_000] * 4, blinds=(50, 100), rules=rules).started
    for _ in range(60):
        deck = chance.sample(range(DECK_SIZE), DECK_SIZE)
        one, two = Hand(rules, started, deck), Hand(rules, started, replaced(deck, 8, chance))
        assert (one.hole(1), one.board) == (two.hole(1), two.board)
        left, right = Turns(rules, one), Turns(rules, two)
        while left.turn.seat:
            assert left.look(1) == right.look(1)
            assert (left.turn.seat, left.legal) == (right.turn.seat, right.legal)
            choice = chance.choice(choices_in(left.legal))
            assert left.act(choice)
            assert right.act(choice)
    assert len(left.look(1)) == 4 * size(4) == 4 * (PLAYERS + 4 * OF_PLAYER)


def replaced(deck: list[int], holes: int, chance: Random) -> list[int]:
    """A deck with the same board and the same cards for the first place, seat 1."""
    fixed = {0, holes // 2, *range(holes, holes + 5)}
    places = [place for place in range(DECK_SIZE) if place not in fixed]
    others = dict(zip(places, chance.sample([deck[p] for p in places], len(places)), strict=True))
    return [others.get(place, card) for place, card in enumerate(deck)]
