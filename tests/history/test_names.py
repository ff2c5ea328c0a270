from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.history.names import plain_name, quoted_name


@pytest.mark.parametrize("name", ["Ann", "Big Al", "jean-luc_2.0", "Zoë", "李雷", "MrBlue 7"])
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert plain_name(name) == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a:b", "a%3Ab"),
        ("[Ah Kh]", "%5BAh Kh%5D"),
        ("Bob (button)", "Bob %28button%29"),
        ("100%", "100%25"),
        ("it's me", "it%27s me"),
        ("Seat 1", "Seat%201"),
        ("Ann Collected", "Ann%20Collected"),
        (" Ann", "%20Ann"),
        ("Ann\nBob", "Ann%0ABob"),
        ("€5", "%E2%82%AC5"),
        ("", "%00"),
    ],
)
def test_a_name_that_looks_like_the_text_is_written_with_its_signs_encoded(
    name: str, said: str
) -> None:
    assert plain_name(name) == said


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_name_can_be_read_back_so_that_two_names_stay_two(name: str) -> None:
    assert unquote(plain_name(name)) == name


@pytest.mark.parametrize(
    ("name", "written"),
    [("table 1", "table 1"), ("it's seat 2", "it%27s seat 2"), (" two  ", "%20two%20%20")],
)
def test_between_quotation_marks_single_spaces_stay(name: str, written: str) -> None:
    assert quoted_name(name) == written
