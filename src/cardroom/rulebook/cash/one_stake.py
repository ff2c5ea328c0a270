"""The rules of a room that offers one stake, or none: what one process of several runs."""

import msgspec

from cardroom.rulebook.cash.added import BANZAI, TABLES
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import StakeKey


def only_stake(cash: CashRules, key: StakeKey | None) -> CashRules:
    """The same rules, of all stakes only with this one (CASH-19)."""
    rows: dict[str, tuple[object, ...]] = {"nl_holdem": (), "pl_omaha": (), "banzai": ()}
    is_banzai = key is not None and key.format == "banzai"
    if key is not None:
        _, table = BANZAI if is_banzai else TABLES[key.game]
        wanted = (key.format, key.small_blind, key.big_blind)
        rows[table] = tuple(
            row
            for row in getattr(cash.rake, table)
            if (row.format, row.small_blind, row.big_blind) == wanted
        )
    replace = msgspec.structs.replace
    games = (key.game,) if key is not None and is_banzai else ()
    return replace(
        cash,
        rake=replace(cash.rake, **rows),
        banzai=replace(cash.banzai, open_games=games),
    )
