"""A stake that a house adds to those of its rules: one more row of a rake table (CASH-19).

Seats, buy-ins and the name follow from the rules of its kind, as for every other row.
"""

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.rulebook.cash.rake import Blind, Cap, Permille, RakeRow
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Format, Game, StakeKey

TABLES: dict[Game, tuple[str, str]] = {
    "nl-holdem": ("RAKE-07", "nl_holdem"),
    "pl-omaha": ("RAKE-08", "pl_omaha"),
}
BANZAI = ("RAKE-09", "banzai")
LETTERS: dict[Game, str] = {"nl-holdem": "NL", "pl-omaha": "PL"}


class AddedStake(msgspec.Struct, frozen=True, kw_only=True):
    """Game, kind and blinds, and what the house takes; amounts in cents."""

    game: Game
    format: Format
    small_blind: Blind
    big_blind: Blind
    rake_permille: Permille
    rake_cap: Cap

    @property
    def key(self) -> StakeKey:
        """Game, format and blinds (AMB-01)."""
        return StakeKey(self.game, self.format, self.small_blind, self.big_blind)


def is_dealt(cash: CashRules, game: Game, table_format: Format) -> bool:
    """Whether the rules have tables of this kind in this game (CASH-19, AMB-07)."""
    games = cash.banzai.open_games if table_format == "banzai" else cash.offer.games
    return game in games and table_format in cash.offer.formats


def with_stake(cash: CashRules, stake: AddedStake) -> CashRules:
    """The rules with one more stake, by the order of the blinds; refused where it does not fit."""
    rule, table = BANZAI if stake.format == "banzai" else TABLES[stake.game]
    _verify(cash, stake, rule)
    rows: tuple[RakeRow, ...] = getattr(cash.rake, table)
    blinds = (stake.big_blind, stake.small_blind)
    before = [row for row in rows if (row.big_blind, row.small_blind) <= blinds]
    place = rows.index(before[-1]) + 1 if before else 0
    more = (*rows[:place], _row(cash, stake), *rows[place:])
    rake = msgspec.structs.replace(cash.rake, **{table: more})
    return msgspec.structs.replace(cash, rake=rake)


def _verify(cash: CashRules, stake: AddedStake, rule: str) -> None:
    """What `problems` finds in a file of house rules, said about one stake."""
    if not is_dealt(cash, stake.game, stake.format):
        raise OperatorRefused("CASH-19", "kind_not_dealt")
    if cash.stake(stake.key) is not None:
        raise OperatorRefused("AMB-01", "stake_is_offered")
    if stake.small_blind > stake.big_blind:
        raise OperatorRefused(rule, "small_blind_above_big_blind")
    lowest = cash.rake.short_handed_cap(stake.rake_cap, stake.big_blind)
    if lowest < cash.rake.minimum:
        details = {"minimum": cash.rake.minimum, "lowest": lowest}
        raise OperatorRefused("RAKE-03", "cap_below_minimum_rake", details)


def _row(cash: CashRules, stake: AddedStake) -> RakeRow:
    """Named after the largest buy-in, as the rules name their own (AMB-01)."""
    most = cash.buy_in_range(stake.format).max_bb * stake.big_blind
    whole, cents = divmod(most, 100)
    return RakeRow(
        name=f"{LETTERS[stake.game]}{whole}" + (f".{cents:02}" if cents else ""),
        format=stake.format,
        small_blind=stake.small_blind,
        big_blind=stake.big_blind,
        permille=stake.rake_permille,
        cap=stake.rake_cap,
    )
