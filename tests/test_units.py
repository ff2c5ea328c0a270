"""Amounts as they are written and read."""

from cardroom.units import cents, euros


def test_euros_are_read_without_a_float() -> None:
    assert [cents(text) for text in ("10", "2.5", " 2.50 ", "0.01")] == [1_000, 250, 250, 1]
    assert [cents(text) for text in ("", "1.234", "-1", "1e3", ".5", "1,5", "²")] == [None] * 7


def test_an_amount_of_thousands_of_digits_is_none() -> None:
    assert cents("9" * 16) == int("9" * 16) * 100
    assert cents("9" * 17) is None
    assert cents("9" * 6_000) is None


def test_cents_are_written_with_two_decimals() -> None:
    assert [euros(amount) for amount in (123_456, 5, -250)] == ["1,234.56", "0.05", "-2.50"]
