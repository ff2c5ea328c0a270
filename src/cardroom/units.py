"""What is counted: money in cents, tournament chips, seats. Cents and chips are never added."""

Cents = int
Chips = int
Seat = int


def euros(amount: Cents) -> str:
    """Write an amount of cents with two decimals: 123456 is '1,234.56'."""
    sign = "-" if amount < 0 else ""
    whole, cents = divmod(abs(amount), 100)
    return f"{sign}{whole:,}.{cents:02d}"
