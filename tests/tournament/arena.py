"""A whole tournament with its ledger: players are registered, hands are played as told."""

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cardroom.cards import DECK, Card, parse_cards
from cardroom.engine.chance import RandBelow
from cardroom.engine.starting import clockwise
from cardroom.ledger import Ledger, PlayerId, TournamentId
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.tournaments import TournamentMoney
from cardroom.rulebook import Edition, edition, house_rules
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import text_of
from cardroom.tournament.definition.file import read_definition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.keeping_apart import PartnersOf, no_partners
from cardroom.tournament.terms import Terms
from cardroom.tournament.tournament import Tournament
from cardroom.units import Cents, Chips, Seat
from tests.tournament.desks import START_MS, example

EDITIONS = ("en-2.2", "en-2.7", "fr-2.2", "nl-3.0")
BEST = "AsAh"
EQUAL = ("AsKh", "AhKs")
BOARD = parse_cards("AdKcQh7s2d")
RICH = 100_000_000


class Arena:
    """One tournament; `now_ms` is the clock, `events` is all that happened."""

    def __init__(
        self,
        definition: Definition,
        *,
        starts_ms: int = START_MS,
        seed: int = 1,
        ledger: Ledger | None = None,
        number: int = 7,
        terms: Terms | None = None,
        rules: Edition | None = None,
        takes: bool = True,
        partners_of: PartnersOf = no_partners,
    ) -> None:
        """`rules` are the house rules that it names; `takes` says whether tickets are of use."""
        self.ledger = ledger or Ledger()
        self.chance = random.Random(seed)
        self.rand_below: RandBelow = self.chance.randrange
        timed = definition.kind in {"scheduled", "phased"}
        self._takes = takes
        self._partners_of = partners_of
        self.rules = rules or edition(definition.edition)
        usual = terms_of(definition, self.rules, starts_ms=starts_ms if timed else None)
        self.terms = terms or usual
        self.definition = definition
        self.id = TournamentId(number)
        self.tournament = self._made()
        self.now_ms = starts_ms
        self.events: list[TournamentEvent] = []

    def _made(self) -> Tournament:
        desk = Desk(
            self.terms,
            self.definition,
            TournamentMoney(self.id, self.definition.currency),
            balance=self.ledger.balance,
            takes=lambda _: self._takes,
        )
        return Tournament(self.id, self.terms, desk, self._draw, partners_of=self._partners_of)

    def _draw(self, count: int) -> int:
        """Chance, which a test may replace."""
        return self.rand_below(count)

    # The room's part

    def take_step(self) -> None:
        """Make the transfers and read the news."""
        step = self.tournament.take_step()
        for transfer in step.transfers:
            self.ledger.apply(transfer)
        self.events += step.events

    def fund(self, player: PlayerId) -> None:
        if not self.cash(player):
            self.ledger.apply(deposit(player, RICH, "EUR", reference=f"{player}", at_ms=1))

    def enter(self, *players: int) -> list[EntryId]:
        """Register players, funded as needed."""
        entries = []
        for number in players:
            self.fund(PlayerId(number))
            entries.append(self.tournament.register(PlayerId(number), self.now_ms))
            self.take_step()
        return entries

    def start(self, absent: Collection[PlayerId] = ()) -> None:
        self.tournament.start(self.now_ms, absent=absent)
        self.take_step()

    def tick(self, at_ms: int) -> None:
        """Let time pass."""
        self.now_ms = at_ms
        self.tournament.tick(at_ms)
        self.take_step()

    def cash(self, player: int) -> Cents:
        return self.ledger.balance(player_cash(PlayerId(player), "EUR"))

    def won(self, entry: EntryId) -> Cents:
        """What a player has gained or lost so far."""
        return self.cash(self.tournament.player_of(entry)) - RICH

    def events_of(self, *kinds: type[TournamentEvent]) -> list[TournamentEvent]:
        """The events of these kinds."""
        return [event for event in self.events if isinstance(event, kinds)]

    # Seats and stacks

    def at(self, table: int) -> list[Entrant]:
        """Who sits at a table, by seat."""
        seats = self.tournament.tables[TableNumber(table)].seats
        return [seats[seat] for seat in sorted(seats)]

    def entrant(self, entry: EntryId) -> Entrant:
        return self.tournament.field.entrants[entry]

    def give(self, stacks: dict[EntryId, Chips]) -> None:
        """Stacks as if they had been won in hands nobody needs to see."""
        for entry, stack in stacks.items():
            self.entrant(entry).stack = stack

    def sizes(self) -> list[int]:
        return [len(table.seats) for table in self.tournament.tables.values()]

    # Hands

    def deal(self, table: int, deck: Sequence[Card] | None = None) -> None:
        """Deal a hand; without a deck from one that is shuffled."""
        if deck is None:
            deck = self.chance.sample(DECK, len(DECK))
        self.tournament.deal(TableNumber(table), deck, self.now_ms)
        self.take_step()

    def commit(self, table: int) -> None:
        self.tournament.commit(TableNumber(table), self.now_ms)
        self.take_step()

    def walk(self, table: int) -> None:
        """A hand in which everybody folds to the big blind."""
        self.deal(table)
        self.fold_out(table)
        self.commit(table)

    def fold_out(self, table: int) -> None:
        """Everybody folds until the hand is over."""
        while (player := self.tournament.tables[TableNumber(table)].actor) is not None:
            self.tournament.act(player, "fold", 0, self.now_ms)

    def shove(self, table: int, winner: EntryId, *losers: EntryId) -> None:
        """These players put everything in and the winner has the best hand; the others fold."""
        self.deal_shove(table, winner, *losers)
        self.commit(table)

    def deal_shove(self, table: int, winner: EntryId, *losers: EntryId) -> None:
        """As `shove`, but the hand is not committed yet."""
        self.all_in(table, {winner: BEST}, {winner, *losers})

    def chop(self, table: int, winners: tuple[EntryId, EntryId], *losers: EntryId) -> None:
        """These players put everything in; two of them have the same best hand."""
        self.all_in(table, dict(zip(winners, EQUAL, strict=True)), {*winners, *losers})
        self.commit(table)

    def all_in(self, table: int, best: Mapping[EntryId, str], entries: Collection[EntryId]) -> None:
        """These players put everything in, some with the cards named; the others fold."""
        positions, players = self.tournament.tables[TableNumber(table)].plan()
        hole = {self.entrant(entry).seat: parse_cards(text) for entry, text in best.items()}
        self.deal(table, _deck([one.seat for one in players], positions.button, hole))
        live = self.tournament.tables[TableNumber(table)]
        while (player := live.actor) is not None:
            assert live.hand is not None
            assert live.hand.options is not None
            found = self.tournament.field.find(player)
            assert found is not None
            options = live.hand.options
            if found.entry not in entries:
                self.tournament.act(player, "fold", 0, self.now_ms)
            elif options.raise_to:
                self.tournament.act(player, "raise", options.raise_to, self.now_ms)
            else:
                self.tournament.act(player, "call" if options.call else "check", 0, self.now_ms)

    def play_down_to(self, left: int) -> None:
        """One player after the other loses all chips to one who has more."""
        while self.tournament.left > left:
            table = next(iter(self.tournament.ready))
            loser, winner = sorted(self.at(table), key=lambda one: one.stack)[:2]
            self.shove(table, winner.entry, loser.entry)


def _deck(seats: Sequence[Seat], button: Seat, best: Mapping[Seat, Sequence[Card]]) -> list[Card]:
    """A deck that gives some seats the best cards, and a board with which nobody beats them."""
    rest = [card for card in DECK if card not in BOARD and card // 4 not in (12, 11, 10)]
    hole: dict[Seat, Sequence[Card]] = {}
    for place, seat in enumerate(seats):
        hole[seat] = best.get(seat) or (rest[2 * place], rest[-1 - 2 * place])
    hands = [hole[seat] for seat in clockwise(seats, button)]
    return [hand[turn] for turn in range(2) for hand in hands] + list(BOARD)


def house(name: str, *switches: str, inherits: str = "en-2.7", **changes: Any) -> Arena:
    """A packaged example under house rules: `switches` are lines as `[TAMB-56] redraw = true`."""
    text = "\n".join(line.replace("] ", "]\n", 1) for line in switches)
    rules = house_rules(f'inherits = "{inherits}"\n{text}\n', "house.toml")
    own = {"edition": rules.name, **changes}
    definition = read_definition(text_of(name), name, changes=own, editions=lambda _: rules)
    return Arena(definition, rules=rules)


def freezeout(edition_name: str = "en-2.7", **changes: object) -> Definition:
    """A tournament without late registration, six to a table, ten-minute levels."""
    merged: dict[str, object] = {"edition": edition_name, "registration": {"late_levels": 0}}
    return example("freezeout", **{**merged, **changes})


def losing_pair(arena: Arena) -> tuple[TableNumber, EntryId, EntryId]:
    """A table that may deal, a winner and a loser at it."""
    table = next(iter(arena.tournament.ready))
    loser, winner = sorted(arena.at(table), key=lambda one: one.stack)[:2]
    return table, winner.entry, loser.entry


def drawn(name: str, edition_name: str, price: int, number: int) -> Arena:
    """A game with a drawn pool, three players and the draw as told."""
    arena = Arena(example(name, edition=edition_name, price_cents=price))
    arena.enter(1, 2, 3)
    arena.rand_below = lambda count: number if count == 100_000 else 0
    arena.start()
    return arena
