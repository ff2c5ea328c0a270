"""What a transfer must be before it is applied: its own form, and the balances it finds.

A store verifies with the same functions inside its transaction: `verify_form` needs nothing but the
transfer, `verify_closing` and `verify_reversal` the transfer that it names, `verify_balances` the
balances of its accounts.
"""

from collections.abc import Mapping
from typing import Any, Final

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import (
    MAY_BE_NEGATIVE,
    PLAYERS_OWN,
    TOURNAMENT_POOLS,
    Account,
    Kind,
    PlayerId,
    TournamentId,
    player_cash,
    read_account,
)
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.reasons import (
    CLOSES,
    MOVES,
    MOVES_POOLS,
    MOVES_TICKETS,
    NEEDS_OPERATOR,
    SETS_ASIDE,
    SEVERAL_PLAYERS,
)
from cardroom.ledger.tickets import read_ticket
from cardroom.ledger.transfers import (
    AMOUNT_MAX,
    ENTRIES_MAX,
    HAND_KEY,
    KEY_LENGTH_MAX,
    NOTE_LENGTH_MAX,
    TIME_MS_MAX,
    Entry,
    Reason,
    Transfer,
)
from cardroom.units import Cents

# To look up a member of an enum takes as long as a call.
_SETTLED: Final = Reason.HAND_SETTLED
_REVERSED: Final = Reason.REVERSED
_SUSPENDED: Final = Reason.SUSPENDED
_CLOSED: Final = Reason.TOURNAMENT_CLOSED
_CASH: Final = Kind.PLAYER_CASH
_ESCROW: Final = Kind.ESCROW
_OVERLAY: Final = Kind.OVERLAY


def closing_key(opened: str) -> str:
    """The one key under which what was set aside is closed, whichever way (FAIR-04, I11)."""
    return f"closed:{opened}"


def reversal_key(reversed_key: str) -> str:
    """The one key under which a transfer is taken back (AMB-24)."""
    return f"reversed:{reversed_key}"


def tournament_closing_key(tournament: TournamentId | int) -> str:
    """The one key under which a tournament's pools are closed (I8)."""
    return f"tournament_closed:{tournament}"


def verify_amount(amount: Any) -> Cents:
    """An amount to move is a positive whole number: no bool, no float (I1)."""
    if type(amount) is not int or not 0 < amount <= AMOUNT_MAX:
        raise TransferRefused(Invariant.SUMS_TO_ZERO, "not_an_amount", {"from": 1})
    whole: Cents = amount
    return whole


def verify_form(transfer: Transfer) -> None:
    """Refuse a transfer that is wrong whatever the balances are (I1, I7, I11, CASH-01)."""
    _verify_references(transfer)
    _verify_names(transfer)
    reason = transfer.reason
    sums: dict[str, int] = {}
    before = ""
    out_of, into = MOVES[reason]
    # As anything: compiled code would take what is no integer for our own mistake.
    entries: tuple[tuple[Account, Any], ...] = transfer.entries
    for account, given in entries:
        amount: Cents = given if type(given) is int else 0
        if amount == 0 or not -AMOUNT_MAX <= amount <= AMOUNT_MAX:
            raise _entry_refused(transfer, "not_an_amount", account, given)
        if account <= before:
            raise _entry_refused(transfer, "entries_not_sorted", account, amount)
        before = account
        parts = read_account(account)
        if parts.kind not in (into if amount > 0 else out_of):
            raise _entry_refused(transfer, "account_not_for_this_reason", account, amount)
        sums[parts.asset] = sums.get(parts.asset, 0) + amount
    if any(sums.values()):
        raise _refused(transfer, "does_not_sum_to_zero")
    if reason not in SEVERAL_PLAYERS:
        _verify_one_player(transfer)
    if reason in SETS_ASIDE:
        _verify_one_account_gains(transfer)
    if reason in MOVES_TICKETS:
        _verify_ticket_money(transfer)


def _verify_references(transfer: Transfer) -> None:
    """Lengths, time, and an operator with a note for every override (CASH-01)."""
    reason, note = transfer.reason, transfer.note
    if not 0 < len(transfer.key) <= KEY_LENGTH_MAX or len(note) > NOTE_LENGTH_MAX:
        raise _refused(transfer, "text_too_long_or_empty")
    # As anything: compiled code would take what is no integer for our own mistake.
    given: Any = transfer
    _verify_time(transfer, given.at_ms, TIME_MS_MAX)
    _verify_time(transfer, given.due_ms, TIME_MS_MAX if reason is _SUSPENDED else 0)
    if len(transfer.entries) > ENTRIES_MAX:
        raise _refused(transfer, "too_many_entries")
    if reason in NEEDS_OPERATOR and not (transfer.operator and note):
        raise TransferRefused("CASH-01", "operator_and_note_needed", {"key": transfer.key})


def _verify_time(transfer: Transfer, given: object, latest: int) -> None:
    if type(given) is int:
        time: int = given
        if 0 <= time <= latest:
            return
    raise _refused(transfer, "not_a_time")


def _verify_names(transfer: Transfer) -> None:
    """What closes or reverses names what, and has the one key that belongs to it (I7, I8, I11)."""
    reason, key = transfer.reason, transfer.key
    closes, reverses = transfer.closes, transfer.reverses
    if (reason in CLOSES) != (closes != "") or (closes and key != closing_key(closes)):
        raise _refused(transfer, "closes_nothing", Invariant.SET_ASIDE_CLOSED_ONCE)
    if (reason is _REVERSED) != (reverses != ""):
        raise _refused(transfer, "reverses_nothing", Invariant.KEY_ONCE)
    if reverses and key != reversal_key(reverses):
        raise _refused(transfer, "reverses_nothing", Invariant.KEY_ONCE)
    if (reason is _SETTLED) != key.startswith(HAND_KEY):
        raise _refused(transfer, "not_the_key_of_a_hand", Invariant.KEY_ONCE)
    if reason is _CLOSED and key != tournament_closing_key(transfer.tournament):
        raise _refused(transfer, "closes_no_tournament", Invariant.POOL_IS_PAID_OUT)


def _verify_one_player(transfer: Transfer) -> None:
    """All accounts of players in a transfer belong to one of them (I1)."""
    parts = [read_account(account) for account, _ in transfer.entries]
    if len({part.ids[-1] for part in parts if part.kind in PLAYERS_OWN}) > 1:
        raise _refused(transfer, "several_players")


def _verify_one_account_gains(transfer: Transfer) -> None:
    """What is set aside lies on one account of the right kind (I11)."""
    gains = [account for account, amount in transfer.entries if amount > 0]
    if len(gains) != 1 or read_account(gains[0]).kind is not SETS_ASIDE[transfer.reason]:
        raise _refused(transfer, "sets_nothing_aside", Invariant.SET_ASIDE_CLOSED_ONCE)


def _verify_ticket_money(transfer: Transfer) -> None:
    """The money behind tickets follows the tickets that players have (I1)."""
    worth: dict[str, int] = {}
    for account, amount in transfer.entries:
        parts = read_account(account)
        if parts.kind is Kind.PLAYER_TICKETS:
            ticket = read_ticket(parts.asset)
            worth[ticket.currency] = worth.get(ticket.currency, 0) + ticket.value * amount
        elif parts.kind is Kind.TICKET_MONEY:
            worth[parts.asset] = worth.get(parts.asset, 0) - amount
    if any(worth.values()):
        raise _refused(transfer, "ticket_money_missing")


def set_aside(transfer: Transfer) -> Entry:
    """The entry of an opening transfer that is to be closed later."""
    return next(entry for entry in transfer.entries if entry[1] > 0)


def verify_closing(transfer: Transfer, opened: Transfer | None) -> None:
    """What closes a withdrawal, hold or suspense takes all of it, from where it lies (I11)."""
    if opened is None or opened.reason is not CLOSES[transfer.reason]:
        raise _refused(transfer, "nothing_to_close", Invariant.SET_ASIDE_CLOSED_ONCE)
    aside = [(account, -amount) for account, amount in opened.entries if amount > 0]
    if [(account, amount) for account, amount in transfer.entries if amount < 0] != aside:
        raise _refused(transfer, "not_what_was_set_aside", Invariant.SET_ASIDE_CLOSED_ONCE)
    if transfer.reason is Reason.GIVEN_TO_CHARITY and transfer.at_ms < opened.due_ms:
        raise TransferRefused("CRASH-04", "not_yet_due", {"from_ms": opened.due_ms})


def verify_reversal(transfer: Transfer, original: Transfer | None) -> None:
    """A reversal takes back every entry of a transfer that is there (CASH-01, AMB-24)."""
    if original is None:
        raise TransferRefused("AMB-24", "nothing_to_reverse", {"key": transfer.reverses})
    if original.reason is _REVERSED:
        raise TransferRefused("AMB-24", "reversal_is_final", {"key": transfer.reverses})
    back = tuple((account, -amount) for account, amount in original.entries)
    is_right = transfer.entries == back
    if original.reason is _SETTLED and not is_right:
        is_right = _takes_back_hand(transfer, original)
    if not is_right:
        details = {"key": transfer.reverses, "entries": back}
        raise TransferRefused("AMB-24", "not_the_reverse", details)


def _takes_back_hand(transfer: Transfer, original: Transfer) -> bool:
    """Whether a paid hand is taken back from and to the cash of its players (AMB-24).

    Who lost has all of it again and the rake goes back; of what a winner no longer has, the house
    pays the rest.
    """
    owed = {cash_of(account): -amount for account, amount in original.entries}
    for account, given in transfer.entries:
        due = owed.pop(account, None)
        if due is None:
            if given > 0 or read_account(account).kind is not _OVERLAY:
                return False
        elif given != due and not (due < given < 0 and read_account(account).kind is _CASH):
            return False
    return all(due < 0 and read_account(account).kind is _CASH for account, due in owed.items())


def cash_of(account: Account) -> Account:
    """The cash of the player whose stack an account is; any other account itself."""
    parts = read_account(account)
    if parts.kind is not _ESCROW:
        return account
    return player_cash(PlayerId(parts.ids[-1]), parts.asset)


def verify_balances(transfer: Transfer, balances: Mapping[Account, Cents]) -> None:
    """No account goes below zero unless its kind may (I2)."""
    for account, amount in transfer.entries:
        has = balances.get(account, 0)
        if amount < 0 and has + amount < 0 and read_account(account).kind not in MAY_BE_NEGATIVE:
            raise TransferRefused(
                Invariant.NOT_BELOW_ZERO, "insufficient_funds", {"account": account, "at_most": has}
            )


def tournaments_touched(transfer: Transfer) -> set[TournamentId]:
    """The tournaments whose pools a well-formed transfer moves (I8)."""
    if transfer.reason not in MOVES_POOLS:
        return set()
    parts = [read_account(account) for account, _ in transfer.entries]
    return {TournamentId(part.ids[0]) for part in parts if part.kind in TOURNAMENT_POOLS}


def verify_tournament_closing(transfer: Transfer, pools: Mapping[Account, Cents]) -> None:
    """The transfer that closes a tournament empties all its pools (I8)."""
    moved = dict(transfer.entries)
    for account, has in pools.items():
        if has + moved.get(account, 0) != 0:
            raise TransferRefused(
                Invariant.POOL_IS_PAID_OUT, "pool_not_empty", {"account": account, "left": has}
            )


def _refused(
    transfer: Transfer, reason: str, invariant: Invariant = Invariant.SUMS_TO_ZERO
) -> TransferRefused:
    return TransferRefused(invariant, reason, {"key": transfer.key})


def _entry_refused(transfer: Transfer, reason: str, account: Any, amount: Any) -> TransferRefused:
    details = {"key": transfer.key, "account": account, "amount": amount}
    return TransferRefused(Invariant.SUMS_TO_ZERO, reason, details)
