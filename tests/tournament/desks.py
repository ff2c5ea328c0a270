"""A registration desk with a ledger behind it: every transfer is made at once."""

from collections.abc import Callable
from importlib.resources import files

from cardroom.ledger import Account, Ledger, PlayerId, TournamentId
from cardroom.ledger.accounts import Kind, house, player_cash, player_tickets
from cardroom.ledger.banking import deposit
from cardroom.ledger.ticketing import issue_ticket
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.rulebook import edition
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.file import read_definition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.events import KnockedOut, TournamentEvent
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Journal
from cardroom.tournament.record import decode_events, encode_events
from cardroom.tournament.terms import Terms
from cardroom.units import Cents

START_MS = 1_700_000_000_000
DEPOSIT: Cents = 100_000
ANN, BEN, CAT, DAN, EVE = (PlayerId(number) for number in range(1, 6))


def example(name: str, **changes: object) -> Definition:
    """One of the packaged examples, with some keys changed."""
    text = (files("cardroom.tournament") / "formats" / f"{name}.toml").read_text(encoding="utf-8")
    return read_definition(text, name, changes=changes)


class Scene:
    """One desk, its journal and its ledger; the clock stands an hour before the start."""

    def __init__(
        self,
        definition: Definition,
        *,
        tournament: int = 7,
        ledger: Ledger | None = None,
        takes: Callable[[Ticket], bool] = lambda _: True,
        carried: Price | None = None,
    ) -> None:
        self.ledger = ledger or Ledger()
        self.definition = definition
        is_timed = definition.kind in {"scheduled", "phased"}
        rules = edition(definition.edition)
        self.terms: Terms = terms_of(definition, rules, starts_ms=START_MS if is_timed else None)
        self.money = TournamentMoney(TournamentId(tournament), definition.currency)
        self.desk = Desk(
            self.terms,
            definition,
            self.money,
            balance=self.ledger.balance,
            takes=takes,
            carried=carried,
        )
        self.journal = Journal()
        self.desk.bind(self.journal)
        self.now_ms = START_MS - 3_600_000
        self.started = False
        self._taken: list[TournamentEvent] = []

    @property
    def events(self) -> list[TournamentEvent]:
        """All that happened, as it is read from a store."""
        return [*decode_events(encode_events([*self._taken, *self.journal.events]))]

    def fund(self, *players: PlayerId, amount: Cents = DEPOSIT) -> None:
        for player in players:
            reference = f"{player}-{len(self.ledger.transfers)}"
            self.ledger.apply(deposit(player, amount, "EUR", reference=reference, at_ms=1))

    def give_ticket(self, player: PlayerId, ticket: Ticket) -> None:
        overlay = house(Kind.OVERLAY, ticket.currency)
        request = str(len(self.ledger.transfers))
        self.ledger.apply(issue_ticket(ticket, player, overlay, request=request, at_ms=1))

    def take_step(self) -> None:
        step = self.journal.take_step()
        self._taken += step.events
        for transfer in step.transfers:
            self.ledger.apply(transfer)

    def register(self, *players: PlayerId, **how: object) -> EntryId:
        for player in players:
            entry = self.desk.register(player, self.now_ms, started=self.started, **how)  # type: ignore[arg-type]
            self.take_step()
        return entry

    def unregister(self, player: PlayerId) -> None:
        self.desk.unregister(player, self.now_ms, started=self.started)
        self.take_step()

    def knock_out(self, entry: EntryId) -> None:
        """A player has lost the last chip, at some table."""
        self.journal.record(KnockedOut(entry, TableNumber(1), 0, "busted", self.now_ms))
        self.take_step()

    def cash(self, player: PlayerId) -> Cents:
        return self.ledger.balance(player_cash(player, "EUR"))

    def tickets(self, player: PlayerId, ticket: Ticket) -> int:
        return self.ledger.balance(player_tickets(player, ticket.asset))

    def pools(self) -> tuple[Cents, Cents, Cents]:
        accounts: tuple[Account, ...] = (self.money.places, self.money.bounties, self.money.fees)
        places, bounties, fees = (self.ledger.balance(account) for account in accounts)
        return places, bounties, fees

    def replayed(self) -> Desk:
        """A second desk that has only read the events."""
        desk = Desk(
            self.terms,
            self.definition,
            self.money,
            balance=self.ledger.balance,
            takes=lambda _: True,
        )
        journal = Journal()
        desk.bind(journal)
        journal.replay(self.events)
        return desk
