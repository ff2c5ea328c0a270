"""What the reports of the house count: shares of the rake to the cent."""

from hypothesis import given
from hypothesis import strategies as st

from cardroom.ledger import PlayerId
from cardroom.office.report_files import harmless, money
from cardroom.office.report_tally import rake_shares

ANA, BEA, CLEO = PlayerId(1), PlayerId(2), PlayerId(3)


def test_players_share_the_rake_by_what_they_put_in() -> None:
    assert rake_shares(10, {ANA: 600, BEA: 300, CLEO: 100}) == {ANA: 6, BEA: 3, CLEO: 1}


def test_odd_cents_go_to_the_largest_remainders_then_to_the_lower_number() -> None:
    assert rake_shares(5, {ANA: 10, BEA: 10, CLEO: 10}) == {ANA: 2, BEA: 2, CLEO: 1}
    assert rake_shares(1, {ANA: 5, BEA: 95}) == {ANA: 0, BEA: 1}


@given(
    rake=st.integers(0, 10_000),
    paid=st.dictionaries(
        st.integers(1, 99).map(PlayerId), st.integers(1, 10**9), min_size=1, max_size=10
    ),
)
def test_no_cent_of_the_rake_is_lost_or_made(rake: int, paid: dict[PlayerId, int]) -> None:
    shares = rake_shares(rake, paid)
    assert sum(shares.values()) == rake
    assert all(share >= 0 for share in shares.values())
    pot = sum(paid.values())
    assert all(abs(shares[one] - rake * paid[one] / pot) <= 1 for one in paid)


def test_amounts_are_written_exactly_and_text_never_as_a_formula() -> None:
    assert [money(one) for one in (0, 5, -5, 123456, -100)] == [
        "0.00", "0.05", "-0.05", "1234.56", "-1.00",
    ]  # fmt: skip
    assert harmless("-0.05") == "-0.05"
    assert harmless("=HYPERLINK()") == "'=HYPERLINK()"
    assert harmless("-Ana") == "'-Ana"
    assert harmless("Ana") == "Ana"
