"""A stored hand as a player may see it: stake, names, lists, hands to watch again."""

from collections.abc import Mapping
from typing import Literal

from cardroom.cards import Card
from cardroom.engine import Event
from cardroom.engine.events import BoardDealt, HandStarted, HoleDealt, decode_events
from cardroom.engine.views import Viewer, stored_events_for
from cardroom.fairness import Proof, decode_proof
from cardroom.history import PlayedHand, TournamentInfo, narrate
from cardroom.history.counting import Watcher
from cardroom.history.narrated import NarratedHand
from cardroom.ledger import PlayerId, SettledHand
from cardroom.ledger.hands import ChipHand
from cardroom.odds.made_hands import made_hand
from cardroom.room.hand_pages import (
    HandSummary,
    HandTournament,
    MadeAt,
    Replay,
    ReplaySeat,
    StoredHand,
)
from cardroom.room.tables.hand_strength import CategoryWord
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.stakes import Stake, read_stake
from cardroom.units import Seat

MINUTE_MS = 60_000
TURBO_BELOW_MS = 8 * MINUTE_MS
HYPER_BELOW_MS = 4 * MINUTE_MS
"""Levels that are shorter make a tournament faster, in the words of trackers."""


def stake_of(hand: SettledHand, edition: Edition) -> Stake | None:
    """The stake that a hand was played at, if the edition offers it (AMB-01)."""
    key = read_stake(hand.stake)
    return None if key is None or edition.cash is None else edition.cash.stake(key)


def played_hand(stored: StoredHand, edition: Edition, names: Mapping[Seat, str]) -> PlayedHand:
    """A settled hand with all that the formats want to know about it."""
    hand = stored.hand
    events = tuple(decode_events(hand.history))
    started = events[0]
    assert isinstance(started, HandStarted), "a hand begins with its start"
    if isinstance(hand.chips, ChipHand):
        return _for_chips(stored, hand.chips, edition, names, events)
    stake = stake_of(hand, edition)
    posted = [post.amount for post in started.posts if post.kind == "small_blind"]
    return PlayedHand(
        events=events,
        rules=edition.hand,
        edition=hand.edition,
        names=dict(names),
        number=stored.id,
        key=hand.key,
        table=f"table {hand.table}",
        seats_max=max(started.seats) if stake is None else stake.seats,
        at_ms=hand.at_ms,
        currency=hand.currency,
        small_blind=stake.small_blind if stake is not None else max(posted, default=0),
        proof=_proof(hand),
    )


def _for_chips(
    stored: StoredHand,
    chips: ChipHand,
    edition: Edition,
    names: Mapping[Seat, str],
    events: tuple[Event, ...],
) -> PlayedHand:
    """A hand of a tournament: amounts are chips, what an entry costs is money."""
    hand = stored.hand
    return PlayedHand(
        events=events,
        rules=edition.hand,
        edition=hand.edition,
        names=dict(names),
        number=stored.id,
        key=hand.key,
        table=str(chips.table),
        seats_max=chips.seats,
        at_ms=hand.at_ms,
        currency=None,
        small_blind=chips.small_blind,
        tournament=TournamentInfo(
            number=chips.tournament,
            name=chips.name,
            level=chips.level,
            currency=hand.currency,
            buy_in=chips.buy_in,
            fee=chips.fee,
            started_ms=chips.started_ms,
            first_stack=chips.first_stack,
            level_minutes=max(1, chips.level_ms // MINUTE_MS),
            level_s=chips.level_ms // 1000,
            bounty=chips.bounty,
            tables="one" if chips.is_one_table else "many",
            speed=_speed(chips.level_ms),
        ),
        bounties={
            seat: chips.bounties[player]
            for seat, player in hand.seats.items()
            if chips.bounties.get(player)
        },
        proof=_proof(hand),
    )


def _proof(hand: SettledHand) -> Proof | None:
    """What shows that the deck was fair, where the hand was stored with a proof of that kind."""
    return decode_proof(hand.proof) if hand.proof else None


def _speed(level_ms: int) -> Literal["Normal", "Turbo", "Hyper-Turbo"]:
    """How trackers call the length of the levels."""
    if level_ms >= TURBO_BELOW_MS:
        return "Normal"
    return "Turbo" if level_ms >= HYPER_BELOW_MS else "Hyper-Turbo"


def summary(seq: int, stored: StoredHand, player: PlayerId, edition: Edition) -> HandSummary:
    """A hand in a player's list; of one that never was, what was dealt of it (AMB-69)."""
    hand, seat = stored.hand, seat_of(stored.hand, player)
    played = played_hand(stored, edition, dict.fromkeys(hand.seats, ""))
    narrated = None if stored.is_void else narrate(played, seat)
    is_void = narrated is None or stored.taken_back is not None
    key = read_stake(hand.stake)
    return HandSummary(
        seq=seq,
        key=hand.key,
        table=hand.table,
        number=hand.number,
        at_ms=hand.at_ms,
        won=0 if is_void else hand.deltas.get(player, 0),
        game=played.started.game,
        small_blind=played.small_blind,
        big_blind=played.started.big_blind,
        position=Watcher(played.started).position(seat),
        hole=_hole(played, seat),
        board=_board(played),
        pot=0 if narrated is None else sum(award.amount + award.rake for award in narrated.awards),
        showdown=narrated is not None and seat in narrated.shown,
        void_reason=stored.taken_back.note if stored.taken_back else "",
        is_void=is_void,
        format="ordinary" if key is None else key.format,
        tournament=_tournament(hand),
    )


def _tournament(hand: SettledHand) -> HandTournament | None:
    """Which tournament a hand is of."""
    chips = hand.chips
    if not isinstance(chips, ChipHand):
        return None
    bounties = {
        seat: chips.bounties[player]
        for seat, player in hand.seats.items()
        if chips.bounties.get(player)
    }
    return HandTournament(
        id=chips.tournament,
        name=chips.name,
        table=chips.table,
        level=chips.level,
        ante=chips.ante,
        currency=hand.currency,
        bounties=bounties,
    )


def _hole(played: PlayedHand, seat: Seat) -> tuple[Card, ...]:
    """The cards of a seat, as far as they were dealt."""
    dealt = next((event for event in played.events if isinstance(event, HoleDealt)), None)
    return () if dealt is None else dict(zip(dealt.seats, dealt.hole, strict=True))[seat]


def _board(played: PlayedHand) -> tuple[Card, ...]:
    """The board, as far as it was dealt."""
    boards = [event.cards for event in played.events if isinstance(event, BoardDealt)]
    return tuple(card for cards in boards for card in cards)


def seat_of(hand: SettledHand, player: PlayerId) -> Seat:
    """Where a player sat in a hand."""
    return next(seat for seat, who in hand.seats.items() if who == player)


def replay_of(
    stored: StoredHand, edition: Edition, names: Mapping[Seat, str], viewer: Viewer
) -> Replay:
    """A hand to be watched again, as `viewer` may see it."""
    hand, played = stored.hand, played_hand(stored, edition, names)
    started = played.started
    watcher = Watcher(started)
    events = stored_events_for(played.events, viewer)
    return Replay(
        key=hand.key,
        table=hand.table,
        number=hand.number,
        at_ms=hand.at_ms,
        edition=hand.edition,
        currency=played.currency,
        game=started.game,
        small_blind=played.small_blind,
        big_blind=started.big_blind,
        seats_max=played.seats_max,
        hero=viewer if isinstance(viewer, int) else None,
        seats=tuple(
            ReplaySeat(seat=seat, name=names[seat], stack=stack, position=watcher.position(seat))
            for seat, stack in zip(started.seats, started.stacks, strict=True)
        ),
        events=events,  # type: ignore[arg-type]
        made=() if stored.is_void else _made(narrate(played, viewer)),
        is_void=stored.is_void or stored.taken_back is not None,
        void_reason=stored.taken_back.note if stored.taken_back else "",
        tournament=_tournament(hand),
    )


def _made(narrated: NarratedHand) -> tuple[MadeAt, ...]:
    """The best hands on every street, of the seats whose cards the viewer knows."""
    known = narrated.dealt | narrated.shown
    omaha = narrated.started.game == "pl-omaha"
    found: list[MadeAt] = []
    board: tuple[Card, ...] = ()
    for stage in narrated.stages:
        board += stage.cards
        if not stage.cards:
            continue
        for seat, cards in known.items():
            made = made_hand(cards, board, omaha=omaha)
            category: CategoryWord = made.category.name.lower()  # type: ignore[assignment]
            found.append(MadeAt(seat=seat, street=stage.street, category=category, five=made.five))
    return tuple(found)
