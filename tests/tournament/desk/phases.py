"""A second phase, for tests: the flights before it are only what they have left behind."""

from random import Random

from cardroom.ledger.accounts import TournamentId
from cardroom.ledger.tournaments import TournamentMoney
from cardroom.tournament.definition import Definition
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.desk.flights import Flight, moving_on, pools_of, second_phase
from cardroom.tournament.terms import Terms
from cardroom.tournament.tournament import Tournament
from cardroom.units import Cents
from tests.tournament.desks import START_MS


def second(
    definition: Definition, first: Terms, flights: list[Flight], *, cash: Cents = 0
) -> Tournament:
    """Everybody who arrives is registered; whoever comes on top has so much cash."""
    terms = second_phase(first, flights, starts_ms=START_MS)
    money = TournamentMoney(TournamentId(9), "EUR")
    pools = pools_of(flights)
    desk = Desk(
        terms, definition, money, balance=lambda _: cash, takes=lambda _: True, carried=pools
    )
    tournament = Tournament(money.id, terms, desk, Random(1).randrange)
    for player, survivor in moving_on(flights).items():
        tournament.register(player, START_MS, survivor=survivor)
    return tournament
