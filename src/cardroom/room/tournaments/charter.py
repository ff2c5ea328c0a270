"""What a tournament was announced with: kept with it, so that a restart plays by the same terms."""

import msgspec

from cardroom.errors import UNREADABLE, InvalidFile
from cardroom.ledger import TournamentId, TournamentMoney
from cardroom.ledger.tournaments import Price
from cardroom.room.people import PEOPLE, AccountKind
from cardroom.room.tournaments.records import NewTournament, Occurrence, Papers, StoredTournament
from cardroom.tournament.definition import Definition
from cardroom.tournament.desk.desk import Desk, Takes
from cardroom.tournament.desk.purchases import Balance
from cardroom.tournament.stored_terms import decode_terms, encode_terms
from cardroom.tournament.terms import Terms
from cardroom.tournament.timetable.occurrences import Phase
from cardroom.units import Cents


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """The definition as it was announced, and what the house has decided about this tournament."""

    definition: Definition
    practice_players: int = 0
    """How many practice players may enter at the most."""
    programs: bool = False
    """Whether programs may enter (FAIR-07)."""
    opens_ms: int = 0
    """When registration opens (TRN-09)."""
    phase: Phase = "whole"
    carried: Price | None = None
    """The pools of all first phases, of a second one (TAMB-76)."""


class Charter(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a tournament that was fixed when it was announced (TRN-01, TRN-03)."""

    id: TournamentId
    name: str
    template: str
    announced: Announced
    terms: Terms
    created_ms: int
    flights: tuple[TournamentId, ...] = ()
    """The first phases that lead to this one (TAMB-76)."""
    key: str = ""
    """What made it once: an occurrence, a place in a queue, an operator's request."""

    @property
    def definition(self) -> Definition:
        return self.announced.definition

    @property
    def price(self) -> Cents:
        return self.definition.price_cents

    @property
    def admits(self) -> frozenset[AccountKind]:
        """Who may enter: people, and others where the operator lets them (FAIR-07)."""
        kinds = set(PEOPLE)
        if self.announced.practice_players:
            kinds.add("practice")
        if self.announced.programs:
            kinds.add("program")
        return frozenset(kinds)

    @property
    def money(self) -> TournamentMoney:
        """Its pools."""
        return TournamentMoney(self.id, self.definition.currency)

    def desk(self, balance: Balance, takes: Takes) -> Desk:
        """The registration desk before its first entry."""
        return Desk(
            self.terms,
            self.definition,
            self.money,
            balance=balance,
            takes=takes,
            carried=self.announced.carried,
        )


def new_tournament(
    announced: Announced,
    terms: Terms,
    *,
    key: str,
    template: str,
    created_ms: int,
    occurrence: Occurrence | None = None,
    flights: tuple[TournamentId, ...] = (),
) -> NewTournament:
    """What is stored when a tournament is announced."""
    return NewTournament(
        key=key,
        name=announced.definition.name,
        template=template,
        definition=msgspec.json.encode(announced),
        terms=encode_terms(terms),
        currency=announced.definition.currency,
        created_ms=created_ms,
        starts_ms=terms.starts_ms,
        occurrence=occurrence,
        flights=flights,
    )


_announced = msgspec.json.Decoder(Announced)


def read_charter(stored: StoredTournament, papers: Papers) -> Charter:
    """The charter of a stored tournament; without it nobody knows how it is played."""
    try:
        announced, terms = _announced.decode(papers.definition), decode_terms(papers.terms)
    except (*UNREADABLE, msgspec.ValidationError):
        raise InvalidFile(f"the papers of tournament {stored.id}", "they are damaged") from None
    return Charter(
        id=stored.id,
        name=stored.name,
        template=stored.template,
        announced=announced,
        terms=terms,
        created_ms=stored.created_ms,
        flights=stored.flights,
        key=stored.key,
    )
