"""Hands for chips as they are stored: a record like that of any other hand, but no transfer."""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from cardroom.engine.events import Event, HandStarted, HandVoided, encode_events
from cardroom.engine.hand import Hand
from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.ledger.hands import ChipHand
from cardroom.room.sealed import Opaque
from cardroom.room.tournaments.charter import Charter
from cardroom.tournament.events import HandDealt
from cardroom.tournament.tournament import Tournament
from cardroom.units import Cents

CRASHED = "server_crash"


class PlayedHand(Opaque):
    """A hand that was dealt, with what is not known any more when it is over.

    `hand` is None while its table plays it; and of one that was in progress when the room went
    down, because nobody has its cards.
    """

    def __init__(self, tournament: Tournament, dealt: HandDealt) -> None:
        desk, bounties = tournament.desk, tournament.bounty_book.bounties
        self.hand: Hand | None = None
        self.dealt = dealt
        self.players = {seat: desk.player_of(entry) for seat, entry in dealt.dealt_in}
        self.bounties: dict[PlayerId, Cents] = {
            desk.player_of(entry): bounties[entry]
            for _, entry in dealt.dealt_in
            if bounties.get(entry)
        }
        self.proof: bytes | UnsetType = UNSET
        """What proves the shuffle, once the hand is over."""
        self.void_reason = CRASHED
        """Why a hand is void of which nobody has the cards."""


def hand_record(
    charter: Charter,
    tournament: Tournament,
    played: PlayedHand,
    *,
    table: TableId,
    epoch: int,
    started_ms: int,
    at_ms: int,
    is_void: bool,
) -> SettledHand:
    """The hand as it goes to the store. One that is void moves no chip, even if it was played out
    before it was taken back (TRN-25)."""
    hand, players = played.hand, played.players
    events = _interrupted(tournament, played) if hand is None else hand.events
    started = events[0]
    assert isinstance(started, HandStarted)
    before = dict(zip(started.seats, started.stacks, strict=True))
    after = before if is_void or hand is None else hand.stacks
    return SettledHand(
        table=table,
        epoch=epoch,
        number=played.dealt.number,
        edition=tournament.terms.edition,
        currency=charter.definition.currency,
        at_ms=at_ms,
        deltas={players[seat]: after[seat] - before[seat] for seat in before},
        rake=0,
        rake_cap=0,
        stacks={players[seat]: stack for seat, stack in after.items()},
        history=encode_events(events),
        seats=dict(players),
        proof=played.proof,
        chips=_chips(charter, tournament, played, started_ms),
    )


def _interrupted(tournament: Tournament, played: PlayedHand) -> Sequence[Event]:
    """What is known of a hand without its cards: how it began, and that it is void (TRN-25)."""
    dealt = played.dealt
    table, level = tournament.tables[dealt.table], tournament.terms.level(dealt.level)
    return [table.started(dealt, level), HandVoided(played.void_reason)]


def _chips(
    charter: Charter, tournament: Tournament, played: PlayedHand, started_ms: int
) -> ChipHand:
    """Which tournament and level, and what an entry costs."""
    level = tournament.terms.level(played.dealt.level)
    price = charter.definition.entry_price(charter.price)
    return ChipHand(
        tournament=charter.id,
        name=charter.name,
        table=played.dealt.table,
        level=played.dealt.level,
        small_blind=level.small,
        ante=level.ante,
        seats=tournament.terms.seats,
        buy_in=price.places,
        bounty=price.bounty,
        fee=price.fee,
        started_ms=started_ms,
        first_stack=tournament.terms.starting_stack,
        level_ms=level.length_ms,
        is_one_table=tournament.terms.family != "mtt",
        bounties=played.bounties,
    )
