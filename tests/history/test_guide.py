"""The examples of the guide are what is written today."""

import pytest

from tests.history.narrated_hands import FORMS, GUIDE, guide_with_examples


def test_the_examples_of_the_guide_are_what_the_code_writes() -> None:
    assert GUIDE.read_text(encoding="utf-8") == guide_with_examples()


@pytest.mark.parametrize("form", FORMS)
def test_the_guide_has_an_example_of_every_format(form: str) -> None:
    example = GUIDE.read_text(encoding="utf-8").split(f"<!-- example: {form} -->\n")[1]
    assert "Cid" in example.split("```")[1]
