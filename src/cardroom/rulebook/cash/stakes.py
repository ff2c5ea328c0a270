"""What is offered: games, formats and stakes; a stake is known by its blinds, not by its name."""

from typing import Annotated, Literal, NamedTuple, cast, get_args

import msgspec

from cardroom.rulebook.switch import Rules, ruling, switch
from cardroom.units import Cents

Game = Literal["nl-holdem", "pl-omaha"]
Format = Literal["ordinary", "deepstack", "shortstack", "banzai"]


class StakeKey(NamedTuple):
    """What tells one stake from another (AMB-01)."""

    game: Game
    format: Format
    small_blind: Cents
    big_blind: Cents


def stake_word(key: StakeKey) -> str:
    """How a stake is written in one word, amounts in cents: `nl-holdem:ordinary:5:10`."""
    return ":".join(map(str, key))


def read_stake(word: str) -> StakeKey | None:
    """The stake that such a word names; nothing if it has not the form."""
    parts = word.split(":")
    if len(parts) != 4 or not (parts[2] + parts[3]).isdigit():
        return None
    game, table_format, small, big = parts
    if game not in get_args(Game) or table_format not in get_args(Format):
        return None
    return StakeKey(cast("Game", game), cast("Format", table_format), int(small), int(big))


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """One stake that an edition offers, with all that follows from it; amounts in cents."""

    game: Game
    format: Format
    name: str
    small_blind: Cents
    big_blind: Cents
    seats: int
    min_buy_in: Cents
    max_buy_in: Cents
    rake_permille: int
    rake_cap: Cents
    short_handed_cap: Cents

    @property
    def key(self) -> StakeKey:
        """Game, format and blinds (AMB-01)."""
        return StakeKey(self.game, self.format, self.small_blind, self.big_blind)


class OfferRules(Rules, frozen=True, kw_only=True):
    """Which games and formats the room deals, and how stakes are named."""

    games: Annotated[tuple[Game, ...], switch("CASH-19", "BET-17", "OMA-03", min_length=1)]
    formats: Annotated[tuple[Format, ...], switch("CASH-19", "OMA-08", min_length=1)]
    stake_key: Annotated[Literal["game_format_blinds"], ruling("AMB-01")]
    """Printed names occur twice and are only shown."""
    stake_name_is: Annotated[Literal["max_buy_in_in_euros"], ruling("AMB-01")]
    default_edition: Annotated[str, switch("AMB-29", min_length=1)]
    edition_changes: Annotated[Literal["between_hands"], ruling("CASH-18", "AMB-29")]
