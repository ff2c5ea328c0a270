"""The objects of Open Hand History, under the specification's own names."""

from decimal import Decimal
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field


class BetLimit(Struct, frozen=True):
    """What limits a bet; a cap of 0 is none."""

    bet_type: str
    bet_cap: Decimal


class Speed(Struct, frozen=True):
    """How fast the levels of a tournament rise; `round_time` is in seconds."""

    type: str
    round_time: int


class TournamentObject(Struct, frozen=True, kw_only=True):
    """The tournament of a hand."""

    tournament_number: str
    name: str
    start_date_utc: str
    currency: str
    buyin_amount: Decimal
    fee_amount: Decimal
    bounty_fee_amount: Decimal
    initial_stack: int
    type: Literal["STT", "MTT"]
    flags: list[str]
    speed: Speed


class Player(Struct, frozen=True, kw_only=True):
    """Somebody who was dealt in; `id` holds for this hand only."""

    id: int
    seat: int
    name: str
    display: str
    starting_stack: Decimal
    player_bounty: Decimal | UnsetType = UNSET


class Action(Struct, frozen=True, kw_only=True):
    """What a player did; `amount` is what this action put in."""

    action_number: int
    player_id: int
    action: str
    amount: Decimal
    is_allin: bool
    cards: list[str] | UnsetType = UNSET


class Round(Struct, frozen=True, kw_only=True):
    """A street with the cards that it brought, or the showdown."""

    id: int
    street: str
    cards: list[str]
    actions: list[Action]


class Win(Struct, frozen=True):
    """What a player got from a pot."""

    player_id: int
    win_amount: Decimal


class PotObject(Struct, frozen=True, kw_only=True):
    """A pot, rake included, and who won it; the main pot is number 0."""

    number: int
    amount: Decimal
    rake: Decimal
    player_wins: list[Win]


class OpenHand(Struct, frozen=True, kw_only=True):
    """One hand in the words of the specification."""

    spec_version: str
    site_name: str
    network_name: str
    internal_version: str
    tournament: bool | UnsetType = UNSET
    tournament_info: TournamentObject | UnsetType = UNSET
    game_number: str
    start_date_utc: str
    table_name: str
    game_type: str
    bet_limit: BetLimit
    table_size: int
    currency: str
    dealer_seat: int
    small_blind_amount: Decimal
    big_blind_amount: Decimal
    ante_amount: Decimal
    hero_player_id: int | UnsetType = UNSET
    """Whose hand it is; nobody's who watched."""
    flags: list[str]
    players: list[Player]
    rounds: list[Round]
    pots: list[PotObject]
    key: str | UnsetType = field(default=UNSET, name="_key")
    """A field of our own: by what the room knows the hand."""
    fairness: dict[str, Any] | UnsetType = field(default=UNSET, name="_fairness")
    """A section of our own: what shows that the deck was fair."""


class OpenFile(Struct, frozen=True):
    """The root: the name of the only field says what the object is."""

    ohh: OpenHand
