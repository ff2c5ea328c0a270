"""Playing whole hands: six players, driven from Python, decision by decision."""

import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from itertools import cycle
from typing import Any

from bench.harness import BUILDS, HERE, Check, Contender, Goal, Task, Work, both_builds

NOTES = """
- Six players with 100 big blinds. Every driver asks at each turn what is legal, then acts. Passive
  play checks or calls to the showdown; random play folds one time in ten when facing a bet, raises
  by the pot one time in five, and else checks or calls.
- Decks are shuffled before the clock runs where a library can be given one (cardroom, open_spiel
  through its chance actions, pokers by a seed); the others shuffle inside their figures. Shuffling
  costs `random.shuffle` 8 to 20 microseconds; it explains nothing of the larger gaps.
- open_spiel plays its `fcpa` abstraction (fold, call, pot, all-in): with all bet sizes it lists
  thousands of legal actions at every turn and is far slower.
- pokers prints every showdown; the text goes nowhere, but its cost is in the figure.
- cardroom records every event, verifies every decision and can replay the hand from its events;
  pokers copies its state at every action, open_spiel keeps no history but the actions.
- Compiled, the goal of 2x open_spiel is missed by a tenth or two. Of 19 microseconds a passive
  hand, by estimate from parts measured apart, 5 are the driver's own Python, 5 the answers to
  what is legal (24 structs), 4 the
  start with its verified seats, stacks and deck, 3 to 5 the showdown, whose tables come from
  memory, 3 the 24 decisions. Tried: what made the pure engine a third faster (fewer calls a turn,
  cards looked up only where some come from outside); it changed nothing in the compiled one.
- Pure, 100x PokerKit is met in passive play and missed by a fifth in random play: there PokerKit's
  hands take a third less time than passive ones, ours a tenth more for raises and side pots.
- Several peers are wrong in ways that make them faster (see docs/decisions/0006): the figures
  compare work, not correctness.
"""

PLAYERS = 6
STACK = 10_000
SMALL, BIG = 50, 100
HANDS = 400
FOLD, BET = 0.1, 0.8

Policy = Callable[[], float]


def decks(count: int = HANDS) -> list[list[int]]:
    chance = random.Random(7)
    return [chance.sample(range(52), 52) for _ in range(count)]


def passive() -> Policy:
    """A chance that never folds and never raises."""
    return lambda: 0.5


def at_random() -> Policy:
    return random.Random(11).random


def hands_of(play: Callable[[list[int]], object], count: int = HANDS) -> Work:
    """Plays this many hands, each from its own deck."""
    dealt = decks(count)

    def work() -> int:
        for deck in dealt:
            play(deck)
        return count

    return work


def cardroom(policy: Policy, game: str = "nl-holdem") -> Work:
    from cardroom.engine import Hand, HandStarted, forced_bets
    from cardroom.odds.ranking import prepare
    from cardroom.rulebook import edition

    prepare()
    rules = edition("en-2.7").hand
    seats = tuple(range(1, PLAYERS + 1))
    posts = forced_bets(
        rules, seats=seats, button=PLAYERS, small_blind=(1, SMALL), big_blind=(2, BIG)
    )
    started = HandStarted(game, PLAYERS, seats, (STACK,) * PLAYERS, BIG, posts)

    def play(deck: list[int]) -> object:
        hand = Hand(rules, started, deck)
        while (options := hand.options) is not None:
            chance = policy()
            if chance >= BET and options.raise_from:
                total = min(hand.chips_in + 2 * options.call, options.raise_to)
                hand.raise_to(options.seat, total)
            elif not options.call:
                hand.check(options.seat)
            elif chance < FOLD:
                hand.fold(options.seat)
            else:
                hand.call(options.seat)
        return hand.payouts

    return hands_of(play)


def spiel_game() -> Any:
    """The game of open_spiel for these players, stacks and blinds, in its abstraction `fcpa`."""
    import pyspiel

    return pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "numPlayers": PLAYERS,
            "numRounds": 4,
            "blind": f"{SMALL} {BIG} 0 0 0 0",
            "firstPlayer": "3 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join([str(STACK)] * PLAYERS),
            "bettingAbstraction": "fcpa",
        },
    )


def open_spiel(policy: Policy) -> Work:
    game = spiel_game()

    def play(deck: list[int]) -> object:
        state = game.new_initial_state()
        cards = iter(deck)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(cards))
                continue
            chance = policy()
            legal = state.legal_actions()
            if chance < FOLD and 0 in legal:
                state.apply_action(0)
            elif chance >= BET and 2 in legal:
                state.apply_action(2)
            else:
                state.apply_action(1)
        return state.returns()

    return hands_of(play)


def pokers(policy: Policy) -> Work:
    from pokers import Action, ActionEnum, State

    fold, check = Action(ActionEnum.Fold), Action(ActionEnum.Check)
    call = Action(ActionEnum.Call)
    seeds = cycle(range(HANDS))

    def play(_: list[int]) -> object:
        state = State.from_seed(
            n_players=PLAYERS, button=0, sb=SMALL, bb=BIG, stake=float(STACK), seed=next(seeds)
        )
        while not state.final_state:
            chance = policy()
            legal = state.legal_actions
            if chance >= BET and ActionEnum.Raise in legal:
                player = state.players_state[state.current_player]
                maximum = player.stake + player.bet_chips - state.min_bet
                state = state.apply_action(Action(ActionEnum.Raise, min(state.pot, maximum)))
            elif ActionEnum.Check in legal:
                state = state.apply_action(check)
            else:
                state = state.apply_action(fold if chance < FOLD else call)
        return state.players_state

    return hands_of(play)


def pokerkit(policy: Policy, game: str = "NoLimitTexasHoldem") -> Work:
    import pokerkit as library

    automations = tuple(library.Automation)
    create = getattr(library, game).create_state

    def play(_: list[int]) -> object:
        state = create(automations, True, 0, (SMALL, BIG), BIG, STACK, PLAYERS)
        while state.status:
            chance = policy()
            if chance >= BET and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to(state.pot_completion_betting_or_raising_to_amount)
            elif chance < FOLD and state.checking_or_calling_amount:
                state.fold()
            else:
                state.check_or_call()
        return state.payoffs

    return hands_of(play, 20)


def clubs(policy: Policy, game: str = "NO_LIMIT_HOLDEM_SIX_PLAYER") -> Work:
    from clubs import Dealer, configs

    settings = dict(getattr(configs, game))
    settings.update(blinds=[SMALL, BIG, 0, 0, 0, 0], start_stack=STACK)
    dealer = Dealer(**settings)

    def play(_: list[int]) -> object:
        seen = dealer.reset(reset_button=True, reset_stacks=True)
        done = [False]
        while not all(done):
            chance = policy()
            bet = seen["call"]
            if chance >= BET and seen["max_raise"] >= seen["min_raise"] > 0:
                bet = min(seen["max_raise"], max(seen["min_raise"], seen["pot"] + seen["call"]))
            elif chance < FOLD and bet > 0:
                bet = -1
            seen, rewards, done = dealer.step(bet)
        return rewards

    return hands_of(play, 50)


def texasholdem(policy: Policy) -> Work:
    from texasholdem import ActionType, TexasHoldEm

    def play(_: list[int]) -> object:
        game = TexasHoldEm(buyin=STACK, big_blind=BIG, small_blind=SMALL, max_players=PLAYERS)
        game.start_hand()
        while game.is_hand_running():
            chance = policy()
            moves = game.get_available_moves()
            if chance >= BET and ActionType.RAISE in moves.action_types:
                pot = sum(pot.get_total_amount() for pot in game.pots)
                sizes = moves.raise_range
                game.take_action(ActionType.RAISE, total=min(max(pot, sizes[0]), sizes[-1]))
            elif ActionType.CHECK in moves.action_types:
                game.take_action(ActionType.CHECK)
            else:
                game.take_action(ActionType.FOLD if chance < FOLD else ActionType.CALL)
        return game.hand_history

    return hands_of(play, 20)


def rlcard(policy: Policy) -> Work:
    from rlcard.games.nolimitholdem import Game
    from rlcard.games.nolimitholdem.round import Action

    game = Game(num_players=PLAYERS)
    game.configure(
        {"game_num_players": PLAYERS, "chips_for_each": STACK // SMALL, "dealer_id": None}
    )

    def play(_: list[int]) -> object:
        game.init_game()
        while not game.is_over():
            chance = policy()
            legal = game.get_legal_actions()
            if chance >= BET and Action.RAISE_POT in legal:
                game.step(Action.RAISE_POT)
            else:
                game.step(Action.FOLD if chance < FOLD else Action.CHECK_CALL)
        return game.get_payoffs()

    return hands_of(play, 50)


def contenders(policy: Callable[[], Policy]) -> list[Contender]:
    peers: list[tuple[str, Any]] = [
        ("open_spiel", open_spiel),
        ("pokers", pokers),
        ("pokerkit", pokerkit),
        ("clubs", clubs),
        ("texasholdem", texasholdem),
        ("rlcard", rlcard),
    ]
    return [
        *both_builds(lambda: cardroom(policy())),
        *(Contender(name, lambda play=play: play(policy())) for name, play in peers),
    ]


HOLDEM_GOALS = (
    Goal("cardroom compiled", 2, "open_spiel"),
    Goal("cardroom compiled", 2, "pokers"),
    Goal("cardroom compiled", 300, "pokerkit"),
    Goal("cardroom pure", 100, "pokerkit"),
)

OMAHA = [
    *both_builds(lambda: cardroom(passive(), "pl-omaha")),
    Contender("pokerkit", lambda: pokerkit(passive(), "PotLimitOmahaHoldem")),
    Contender("clubs", lambda: clubs(passive(), "POT_LIMIT_OMAHA_SIX_PLAYER")),
]

TASKS = [
    Task("Hold'em, check or call to the showdown", "hand", contenders(passive), HOLDEM_GOALS),
    Task("Hold'em, random legal play", "hand", contenders(at_random), HOLDEM_GOALS),
    Task("Omaha, check or call to the showdown", "hand", OMAHA, [Goal("cardroom compiled", 5)]),
]


IMPORT = """
import time
begun = time.process_time()
import cardroom.engine
print(time.process_time() - begun)
"""


def import_time() -> str:
    """CPU seconds to import the engine in a fresh process, the best of five, of each build."""
    found = []
    for build, path in BUILDS.items():
        if (HERE / path / "cardroom").exists():
            best = min(imported_from(str(HERE / path)) for _ in range(5))
            assert best < 0.2, "importing the engine takes too long"
            found.append(f"{build} {best:.3f} s")
    return ", ".join(found)


def imported_from(path: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": path},
    )
    return float(done.stdout)


def memory() -> str:
    """Bytes of a hand in play on the river, its events and its deck included, on average."""
    from cardroom.engine import Hand, HandStarted, forced_bets
    from cardroom.rulebook import edition

    rules = edition("en-2.7").hand
    seats = tuple(range(1, PLAYERS + 1))
    posts = forced_bets(
        rules, seats=seats, button=PLAYERS, small_blind=(1, SMALL), big_blind=(2, BIG)
    )
    dealt = decks(200)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = []
    for deck in dealt:
        hand = Hand(rules, HandStarted("nl-holdem", 6, seats, (STACK,) * 6, BIG, posts), deck)
        while hand.street != "river":
            (hand.call if hand.to_call else hand.check)(hand.actor)
        kept.append(hand)
    size = (tracemalloc.get_traced_memory()[0] - before) // len(kept)
    tracemalloc.stop()
    assert size < 10_000, "a hand in play is too large"
    return f"{size} bytes"


CHECKS = [
    Check("Importing `cardroom.engine` (goal: under 0.2 s of CPU time)", import_time),
    Check("Memory of a hand in play on the river (goal: under 10 KB)", memory),
]
