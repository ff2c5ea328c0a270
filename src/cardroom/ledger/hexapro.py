"""HexaPro money: buy-ins go to the house's game account, prizes come from it (TAMB-40)."""

from cardroom.ledger.accounts import Kind, PlayerId, TournamentId, house, player_cash
from cardroom.ledger.transfers import Reason, Transfer, moved
from cardroom.ledger.verifying import verify_amount
from cardroom.units import Cents


def enter_hexapro(
    game: TournamentId, player: PlayerId, amount: Cents, currency: str, *, at_ms: int
) -> Transfer:
    """Pay a game's buy-in; a player sits in a game once (TAMB-79)."""
    cash, account = player_cash(player, currency), house(Kind.HEXAPRO, currency)
    entries = moved(verify_amount(amount), cash, account)
    return Transfer(
        f"hexapro:{game}:{player}", Reason.HEXAPRO_ENTERED, at_ms, entries, tournament=game
    )


def pay_hexapro(
    game: TournamentId, player: PlayerId, amount: Cents, currency: str, *, at_ms: int
) -> Transfer:
    """Pay players all that a game owes them: prize, refund or share (HEX-06, CXL-09, TAMB-80)."""
    cash, account = player_cash(player, currency), house(Kind.HEXAPRO, currency)
    entries = moved(verify_amount(amount), account, cash)
    return Transfer(
        f"hexapro_paid:{game}:{player}", Reason.HEXAPRO_PAID, at_ms, entries, tournament=game
    )
