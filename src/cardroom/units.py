"""What is counted: money in cents, tournament chips, seats. Cents and chips are never added."""

Cents = int
Chips = int
Seat = int

DIGITS_MAX = 18
"""Amounts with more digits are no money; Python refuses to read numbers of thousands of them."""


def euros(amount: Cents) -> str:
    """Write an amount of cents with two decimals: 123456 is '1,234.56'."""
    sign = "-" if amount < 0 else ""
    whole, cents = divmod(abs(amount), 100)
    return f"{sign}{whole:,}.{cents:02d}"


def cents(text: str) -> Cents | None:
    """Read euros with at most two decimals, without a float; None if they are none."""
    whole, _, decimals = text.strip().partition(".")
    digits = whole + decimals.ljust(2, "0")
    fits = whole.isdigit() and digits.isdigit() and digits.isascii() and len(decimals) <= 2
    return int(digits) if fits and len(digits) <= DIGITS_MAX else None
