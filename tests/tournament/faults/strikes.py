"""What staff, players and machines do to a tournament at the worst moment."""

from collections.abc import Callable
from functools import partial

from cardroom.errors import Refused
from cardroom.ledger import CaseId, PlayerId
from cardroom.tournament.ids import PersonId, TableNumber
from cardroom.tournament.tables.entrant import Entrant
from tests.tournament.faults.play import FaultyPlay

OTHER_ACCOUNTS = 10_000
"""The second account of a player has a number so much higher."""
CASES = 3
"""So few cases are open that the same one concerns many players and tournaments."""
DOWN_S_MAX = 900
FEW = 3
"""With so few players left, all of them may be put out at once."""
CANCELS = 40
"""One strike of staff in this many ends the tournament."""


class Strikes:
    """One random fault after the other; what a rule refuses is no fault."""

    def __init__(self, play: FaultyPlay) -> None:
        self._play = play
        self._chance = play.chance
        play.strike = self.strike
        self._kinds: tuple[tuple[int, Callable[[], None]], ...] = (
            (5, lambda: play.restart(0)),
            (2, self._be_down),
            (4, self._roll_back),
            (1, self._crash),
            (2, self._disqualify_one),
            (1, self._disqualify_many),
            (3, self._table_sits_out),
            (4, self._come_back),
            (4, self._lose_connection),
            (4, self._reconnect),
            (5, self._review),
            (3, self._enter),
            (1, self._pause),
            (1, self._change),
            (1, self._cancel),
        )
        self._weight = sum(weight for weight, _ in self._kinds)

    def strike(self) -> None:
        """Let one thing go wrong."""
        roll = self._chance.randrange(self._weight)
        for weight, happening in self._kinds:
            if roll < weight:
                happening()
                return
            roll -= weight

    def _ask(self, request: Callable[[], object]) -> None:
        self._play.ask(request)

    def _one(self) -> Entrant | None:
        there = list(self._play.tournament.field.entrants.values())
        return there[self._chance.randrange(len(there))] if there else None

    def _table(self) -> TableNumber:
        numbers = list(self._play.tournament.tables)
        return numbers[self._chance.randrange(len(numbers))]

    def _at_a_table(self) -> list[PlayerId]:
        table = self._play.tournament.tables[self._table()]
        return [entrant.player for entrant in table.seats.values()]

    def _case(self) -> CaseId:
        return CaseId(1 + self._chance.randrange(CASES))

    # Machines

    def _be_down(self) -> None:
        self._play.restart(1000 * (1 + self._chance.randrange(DOWN_S_MAX)))

    def _roll_back(self) -> None:
        play, number = self._play, self._table()
        self._ask(lambda: play.tournament.roll_back(number, "fault", play.now_ms))

    def _crash(self) -> None:
        self._ask(lambda: self._play.tournament.crash(self._play.now_ms))

    # Staff

    def _disqualify_one(self) -> None:
        """Rarely, for it ends a tournament soon; hand for hand whenever it comes up."""
        entrant, synchronised = self._one(), self._play.tournament.hand_for_hand.is_on
        if entrant is not None and (synchronised or self._chance.randrange(3) == 0):
            self._disqualify([entrant.player])

    def _disqualify_many(self) -> None:
        """All players of a table, or of all tables when few are left."""
        if self._play.tournament.left <= FEW:
            everybody = list(self._play.tournament.field.entrants.values())
            self._disqualify([entrant.player for entrant in everybody])
        elif self._chance.randrange(4) == 0:
            self._disqualify(self._at_a_table()[: 1 + self._chance.randrange(3)])

    def _disqualify(self, players: list[PlayerId]) -> None:
        play, case = self._play, self._case()
        for player in players:
            self._ask(partial(self._put_out, player, case))
        assert not play.tournament.is_over or not play.tournament.ready

    def _put_out(self, player: PlayerId, case: CaseId) -> None:
        self._play.tournament.disqualify(player, case, self._play.now_ms)

    def _review(self) -> None:
        play, entrant, case = self._play, self._one(), self._case()
        if entrant is not None:
            self._ask(lambda: play.tournament.review(entrant.player, case, play.now_ms))

    def _pause(self) -> None:
        play = self._play
        self._ask(lambda: play.tournament.pause(play.now_ms))
        at_ms = play.now_ms + 1000 * self._chance.randrange(DOWN_S_MAX)
        play.at(at_ms, lambda: self._ask(lambda: play.tournament.resume(play.now_ms)))

    def _change(self) -> None:
        play, tournament = self._play, self._play.tournament
        lengths = [1000 * (5 + self._chance.randrange(300)) for _ in tournament.terms.levels]
        self._ask(lambda: tournament.change_level_times(lengths, play.now_ms))
        on = not tournament.level_clock.has_breaks
        self._ask(lambda: tournament.change_breaks(play.now_ms, on=on))

    def _cancel(self) -> None:
        if self._chance.randrange(CANCELS) == 0:
            self._ask(lambda: self._play.tournament.cancel(self._play.now_ms))

    # Players

    def _table_sits_out(self) -> None:
        play = self._play
        for player in self._at_a_table():
            self._ask(partial(play.tournament.sit_out, player, play.now_ms))

    def _come_back(self) -> None:
        play = self._play
        away = [one for one in play.tournament.field.entrants.values() if one.away is not None]
        for entrant in away:
            if self._chance.randrange(2):
                self._ask(partial(play.tournament.come_back, entrant.player, play.now_ms))

    def _lose_connection(self) -> None:
        play, entrant = self._play, self._one()
        if entrant is not None:
            self._ask(lambda: play.tournament.lose_connection(entrant.player, play.now_ms))

    def _reconnect(self) -> None:
        play, entrant = self._play, self._one()
        if entrant is not None:
            self._ask(lambda: play.tournament.reconnect(entrant.player, play.now_ms))

    def _enter(self) -> None:
        """Somebody who has been here, or is, tries to enter again, maybe by another account."""
        play = self._play
        entries = list(play.desk.entries.values())
        if entries:
            person = entries[self._chance.randrange(len(entries))].player
            other = self._chance.randrange(3) == 0
            player = PlayerId(person + OTHER_ACCOUNTS) if other else person
            play.money.fund(player, 4 * play.definition.price_max, play.now_ms)
            register = play.tournament.register
            self._ask(lambda: register(player, play.now_ms, person=PersonId(person)))


def knock_after_the_end(play: FaultyPlay) -> None:
    """Whatever is asked of a tournament that is over is refused, and changes nothing."""
    tournament, now = play.tournament, play.now_ms + 1
    players = [entry.player for entry in play.desk.entries.values()][:6]
    requests: list[Callable[[], object]] = [
        lambda: tournament.cancel(now),
        lambda: tournament.pause(now),
        lambda: tournament.resume(now),
        lambda: tournament.change_breaks(now, on=not tournament.level_clock.has_breaks),
        lambda: tournament.start(now),
        lambda: tournament.agree_deal("even", list(tournament.stacks), now),
    ]
    for player in players:
        requests += [
            partial(tournament.disqualify, player, CaseId(1), now),
            partial(tournament.review, player, CaseId(1), now),
            partial(tournament.sit_out, player, now),
            partial(tournament.come_back, player, now),
            partial(tournament.lose_connection, player, now),
            partial(tournament.reconnect, player, now),
            partial(tournament.rebuy, player, now),
            partial(tournament.add_on, player, now),
            partial(tournament.register, player, now),
            partial(tournament.unregister, player, now),
        ]
    for number in tournament.tables:
        requests += [
            partial(tournament.roll_back, number, "late", now),
            partial(tournament.commit, number, now),
        ]
    for request in requests:
        try:
            request()
        except Refused:
            continue
        raise AssertionError(f"not refused after the end: {request}")
    tournament.tick(now)
    tournament.crash(now)
    assert tournament.take_step() == ([], [])
    assert tournament.next_deadline_ms is None
