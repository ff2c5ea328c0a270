"""What simulated players do beside playing hands: come late, buy, lose the line, leave."""

from collections.abc import Callable
from functools import partial

from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.rulebook.tournament.prizes import DealKind
from cardroom.simulation.tournament.play import Play
from cardroom.tournament.desk_events import RebuyOffered
from cardroom.tournament.events import (
    HandFinished,
    KnockedOut,
    PauseStarted,
    TournamentEvent,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.tournament import Tournament
from cardroom.units import Cents

REGISTRATION_MS = 3_600_000
OFFLINE_MS_MAX = 240_000
AWAY_MS_MAX = 1_200_000
PAUSE_MS_MAX = 600_000
THINK_MS = 20_000
ANSWER_MS_MAX = 20_000
REENTRY_MS_MAX = 60_000
DEALS: tuple[DealKind, ...] = ("even", "chips", "icm")


class Life:
    """The players of one simulated tournament between their decisions."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._chance = play.chance
        self._disruptions = play.disruptions
        self._cases = 0
        play.watchers.append(self.watch)
        play.between_hands = self.between_hands

    @property
    def _tournament(self) -> Tournament:
        """As it is now: a restarted room has another one of the same events."""
        return self._play.tournament

    def watch(self, event: TournamentEvent) -> None:
        """React to what has happened."""
        match event:
            case HandFinished(table=table):
                self._after_hand(table)
            case RebuyOffered(entry=entry):
                self._answer(entry)
            case PauseStarted(cause="add_on"):
                self._later(1_000, self._buy_addons)
            case KnockedOut(entry=entry):
                self._come_again(self._tournament.player_of(entry))

    def _later(self, within_ms: int, happening: Callable[[], None]) -> None:
        at_ms = self._play.now_ms + 1 + self._chance.randrange(within_ms)
        self._play.at(at_ms, happening)

    # Entering

    def enter(self, player: PlayerId) -> bool:
        """Register now, with money or a ticket, at a price of one's own where there is a choice."""
        play = self._play
        definition, now = play.definition, play.now_ms
        how: dict[str, object] = {}
        price: Cents = definition.price_cents
        if definition.multi_buy_in is not None:
            price += self._chance.randrange(definition.price_max - price + 1)
            how["price"] = price
        if definition.freeroll is not None:
            conditions = definition.freeroll.conditions
            low = self._chance.randrange(20) == 0
            how["facts"] = {one.fact: one.at_least - low for one in conditions}
        elif not definition.is_hexapro and play.happens(self._disruptions.ticket_per_entry):
            ticket = Ticket(play.money.currency, price, definition.ticket_word)
            play.money.give_ticket(player, ticket, now)
            how["ticket"] = ticket
        play.money.fund(player, 4 * price, now)
        return play.ask(lambda: self._tournament.register(player, now, **how))

    def leave(self, player: PlayerId) -> None:
        """Give the entry back, if it is not too late."""
        self._play.ask(lambda: self._tournament.unregister(player, self._play.now_ms))

    def _come_again(self, player: PlayerId) -> None:
        entries = self._play.definition.registration.max_entries
        if entries > 1 and self._play.happens(self._disruptions.reenters_per_bust):
            self._later(REENTRY_MS_MAX, partial(self._enter_if_running, player))

    def _enter_if_running(self, player: PlayerId) -> None:
        if self._tournament.is_running:
            self.enter(player)

    def come_late(self, player: PlayerId, at_ms: int) -> None:
        """Try to enter at some moment after the start."""
        self._play.at(at_ms, lambda: self._enter_if_running(player))

    # Buying chips

    def _answer(self, entry: EntryId) -> None:
        """Buy back, decline, or say nothing."""
        player = self._tournament.player_of(entry)
        roll = self._chance.randrange(10)
        if roll < 8:
            answer = self._buy_back if roll < 6 else self._decline
            self._later(ANSWER_MS_MAX, partial(answer, player))

    def _buy_back(self, player: PlayerId) -> None:
        play, now = self._play, self._play.now_ms
        if self._tournament.is_running and player in play.desk.living:
            play.money.fund(player, play.definition.price_max, now)
            play.ask(lambda: self._tournament.rebuy(player, now))

    def _decline(self, player: PlayerId) -> None:
        play = self._play
        if self._tournament.is_running and player in play.desk.living:
            play.ask(lambda: self._tournament.decline_rebuy(player, play.now_ms))

    def _buy_addons(self) -> None:
        play = self._play
        assert play.definition.addon is not None
        for player in list(play.desk.living):
            if self._chance.randrange(2):
                play.money.fund(player, play.definition.addon.price_cents, play.now_ms)
                play.ask(partial(self._tournament.add_on, player, play.now_ms))

    # Trouble

    def _after_hand(self, number: TableNumber) -> None:
        disruptions, table = self._disruptions, self._tournament.tables.get(number)
        if table is None or self._tournament.is_over:
            return
        players = [entrant.player for entrant in table.seats.values()]
        player = players[self._chance.randrange(len(players))] if players else None
        roll = self._chance.randrange(10_000)
        for chance, happening in (
            (disruptions.disconnects, self._drop_line),
            (disruptions.sits_out, self._sit_out),
            (disruptions.disqualifies, self._disqualify),
            (disruptions.reviews, self._review),
        ):
            if player is not None and roll < chance:
                self._later(THINK_MS, partial(happening, player))
                return
            roll -= chance
        if roll < disruptions.crashes:
            self._later(THINK_MS, self._crash)
        elif roll < disruptions.crashes + disruptions.pauses:
            self._later(THINK_MS, self._pause)
        elif player is not None and self._play.definition.rebuy is not None:
            self._think_of_a_rebuy(player)

    def _think_of_a_rebuy(self, player: PlayerId) -> None:
        if self._play.happens(self._disruptions.asks_rebuy):
            self._later(THINK_MS, partial(self._buy_back, player))

    def _is_in(self, player: PlayerId) -> bool:
        return self._tournament.is_running and self._tournament.field.find(player) is not None

    def _drop_line(self, player: PlayerId) -> None:
        if self._is_in(player):
            play = self._play
            play.ask(lambda: self._tournament.lose_connection(player, play.now_ms))
            self._later(OFFLINE_MS_MAX, partial(self._find_line, player))

    def _find_line(self, player: PlayerId) -> None:
        if self._is_in(player):
            self._play.ask(lambda: self._tournament.reconnect(player, self._play.now_ms))

    def _sit_out(self, player: PlayerId) -> None:
        if self._is_in(player):
            play = self._play
            play.ask(lambda: self._tournament.sit_out(player, play.now_ms))
            self._later(AWAY_MS_MAX, partial(self._come_back, player))

    def _come_back(self, player: PlayerId) -> None:
        if self._is_in(player):
            self._play.ask(lambda: self._tournament.come_back(player, self._play.now_ms))

    def _disqualify(self, player: PlayerId) -> None:
        if self._is_in(player) and self._tournament.left > 2:
            case, now = self._new_case(), self._play.now_ms
            self._play.ask(lambda: self._tournament.disqualify(player, case, now))

    def _review(self, player: PlayerId) -> None:
        if self._is_in(player):
            case, now = self._new_case(), self._play.now_ms
            self._play.ask(lambda: self._tournament.review(player, case, now))

    def _new_case(self) -> CaseId:
        self._cases += 1
        return CaseId(1000 * self._tournament.id + self._cases)

    def between_hands(self) -> None:
        """At the final table the players may agree to share the prizes (TAMB-98)."""
        tournament, play = self._tournament, self._play
        if not tournament.is_in_the_money or not play.happens(self._disruptions.deals):
            return
        kind = DEALS[self._chance.randrange(len(DEALS))]
        prizes = tournament.payouts.prizes(tournament.left)
        above = sum(prizes) - len(prizes) * prizes[-1]
        left = self._chance.randrange(above + 1) if self._chance.randrange(2) else 0
        agreed = play.ask(
            lambda: tournament.agree_deal(
                kind, list(tournament.stacks), play.now_ms, left_to_play_for=left
            )
        )
        if agreed:
            play.summary.happened(f"deals_{kind}")

    def _crash(self) -> None:
        if self._tournament.is_running:
            self._play.ask(lambda: self._tournament.crash(self._play.now_ms))
            self._play.summary.happened("crashes")

    def _pause(self) -> None:
        if self._tournament.is_running:
            self._play.ask(lambda: self._tournament.pause(self._play.now_ms))
            self._later(PAUSE_MS_MAX, self._resume)

    def _resume(self) -> None:
        if self._tournament.is_running:
            self._play.ask(lambda: self._tournament.resume(self._play.now_ms))
