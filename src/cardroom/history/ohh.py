"""Open Hand History: one JSON object a hand, by version 1.4.7 of the specification.

Amounts are exact decimals. The part of a bet that nobody matched has no place in the format: it
is in the bet and not in the pots.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal

import msgspec
from msgspec import UNSET

from cardroom.cards import card_name
from cardroom.engine.events import Game, PotAwarded
from cardroom.history.acts import Act
from cardroom.history.amounts import CENT_PLACES
from cardroom.history.moments import iso_utc
from cardroom.history.narrated import PLAY_MONEY, NarratedHand, TournamentInfo
from cardroom.history.open_hand import (
    Action,
    BetLimit,
    OpenFile,
    OpenHand,
    Player,
    PotObject,
    Round,
    Speed,
    TournamentObject,
    Win,
)
from cardroom.history.proofs import told_section

SPEC_VERSION = "1.4.7"
INTERNAL_VERSION = "1.2.0"
"""Raised when what we write changes."""

GAME_TYPES: dict[Game, tuple[str, str]] = {
    "nl-holdem": ("Holdem", "NL"),
    "pl-omaha": ("Omaha", "PL"),
    "fl-holdem": ("Holdem", "FL"),
}
ACTIONS = {
    "ante": "Post Ante",
    "small_blind": "Post SB",
    "big_blind": "Post BB",
    "extra_blind": "Post Extra Blind",
    "dead_blind": "Post Dead",
    "straddle": "Straddle",
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "show": "Shows Cards",
    "muck": "Mucks Cards",
}

_ENCODER = msgspec.json.Encoder(decimal_format="number")


def ohh_of(narrated: NarratedHand) -> str:
    """One hand as JSON, in one line."""
    return _ENCODER.encode(OpenFile(open_hand(narrated))).decode() + "\n"


def ohhs_of(hands: Iterable[NarratedHand]) -> Iterator[str]:
    """A file of many hands, one blank line after each, as the specification wants it."""
    for narrated in hands:
        yield ohh_of(narrated) + "\n"


def open_hand(narrated: NarratedHand) -> OpenHand:
    """The hand as one of its players may tell it."""
    hand, started, tournament = narrated.hand, narrated.started, narrated.hand.tournament
    game_type, bet_type = GAME_TYPES[started.game]
    return OpenHand(
        spec_version=SPEC_VERSION,
        site_name=hand.site,
        network_name=hand.site,
        internal_version=INTERNAL_VERSION,
        tournament=UNSET if tournament is None else True,
        tournament_info=UNSET if tournament is None else _tournament(tournament),
        game_number=str(hand.number),
        start_date_utc=iso_utc(hand.at_ms),
        table_name=hand.table,
        game_type=game_type,
        bet_limit=BetLimit(bet_type, Decimal(0)),
        table_size=hand.seats_max,
        currency=_currency(narrated),
        dealer_seat=narrated.seat_number(started.button),
        small_blind_amount=_amount(narrated, hand.small_blind),
        big_blind_amount=_amount(narrated, started.big_blind),
        ante_amount=_amount(narrated, narrated.ante),
        hero_player_id=narrated.seat_number(narrated.viewer)
        if isinstance(narrated.viewer, int)
        else UNSET,
        flags=[] if isinstance(narrated.viewer, int) else ["Observed"],
        players=_players(narrated),
        rounds=list(_rounds(narrated)),
        pots=[_pot(narrated, award) for award in narrated.awards],
        key=hand.key or UNSET,
        fairness=told_section(narrated) or UNSET,
    )


def _amount(narrated: NarratedHand, amount: int) -> Decimal:
    return _cents(amount) if narrated.hand.currency is not None else Decimal(amount)


def _cents(amount: int) -> Decimal:
    return Decimal(amount).scaleb(-CENT_PLACES)


def _currency(narrated: NarratedHand) -> str:
    """The money that is played for; a tournament's is that of its buy-in."""
    if narrated.hand.tournament is not None:
        return narrated.hand.tournament.currency
    return narrated.hand.currency or PLAY_MONEY


def _tournament(tournament: TournamentInfo) -> TournamentObject:
    return TournamentObject(
        tournament_number=str(tournament.number),
        name=tournament.name,
        start_date_utc=iso_utc(tournament.started_ms),
        currency=tournament.currency,
        buyin_amount=_cents(tournament.buy_in),
        fee_amount=_cents(tournament.fee),
        bounty_fee_amount=_cents(tournament.bounty),
        initial_stack=tournament.first_stack,
        type="STT" if tournament.tables == "one" else "MTT",
        flags=["Bounty"] if tournament.bounty else [],
        speed=Speed(tournament.speed, tournament.level_s or 60 * tournament.level_minutes),
    )


def _players(narrated: NarratedHand) -> list[Player]:
    bounties = narrated.hand.bounties
    return [
        Player(
            id=narrated.seat_number(seat),
            seat=narrated.seat_number(seat),
            name=narrated.hand.names[seat],
            display=narrated.hand.names[seat],
            starting_stack=_amount(narrated, stack),
            player_bounty=_cents(bounties[seat]) if bounties.get(seat) else UNSET,
        )
        for seat, stack in narrated.stacks.items()
    ]


def _rounds(narrated: NarratedHand) -> Iterator[Round]:
    for number, stage in enumerate(narrated.stages):
        acts = list(stage.acts)
        if number == 0:
            dealt = [
                Act(seat=seat, verb="show", cards=hole) for seat, hole in narrated.dealt.items()
            ]
            actions = [
                *_actions(narrated, narrated.posts),
                *_actions(narrated, dealt, said="Dealt Cards"),
                *_actions(narrated, [_opened(act) for act in acts]),
            ]
        else:
            actions = list(_actions(narrated, acts))
        yield _round(number, stage.street.capitalize(), _names(stage.cards), actions)
    if narrated.showdown:
        yield _round(
            len(narrated.stages), "Showdown", [], list(_actions(narrated, narrated.showdown))
        )


def _opened(act: Act) -> Act:
    """Before the flop the format has no bets, only raises."""
    return msgspec.structs.replace(act, verb="raise") if act.verb == "bet" else act


def _round(number: int, street: str, cards: list[str], actions: list[Action]) -> Round:
    numbered = [
        msgspec.structs.replace(action, action_number=count)
        for count, action in enumerate(actions, 1)
    ]
    return Round(id=number, street=street, cards=cards, actions=numbered)


def _actions(narrated: NarratedHand, acts: Iterable[Act], *, said: str = "") -> Iterator[Action]:
    for act in acts:
        if act.verb != "take_back":
            yield Action(
                action_number=0,
                player_id=narrated.seat_number(act.seat),
                action=said or ACTIONS[act.verb],
                amount=_amount(narrated, act.by),
                is_allin=act.all_in,
                cards=_names(act.cards) if act.cards else UNSET,
            )


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _pot(narrated: NarratedHand, award: PotAwarded) -> PotObject:
    return PotObject(
        number=award.pot,
        amount=_amount(narrated, award.amount + award.rake),
        rake=_amount(narrated, award.rake),
        player_wins=[
            Win(narrated.seat_number(seat), _amount(narrated, share))
            for seat, share in zip(award.seats, award.shares, strict=True)
        ],
    )
