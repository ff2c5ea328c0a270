"""Tests of the rules in words."""

from cardroom.rulebook.texts import RuleText, parse, rule_texts

CATALOGUE = """\
# Catalogue

**BET-01 Who acts (§3).** Every active player acts.
Editions: all.

**HC-01** [BET-08] BB 2. A bets 5.

## Live

| ID | Class | Rule | Software must |
|---|---|---|---|
| LIVE-1 | FLOOR | Fairness comes first | Let `override` see 8.6 |

**8.6 Day end** (LIVE-28). Allowed at the end of the day.

### 4.1 Chip race
1. Exchange.

## Rulings

| ID | Where | Problem | Decision |
|---|---|---|---|
| LAMB-1 | LIVE-1 | Who may? | The manager, by 4.1 |
"""


def test_a_paragraph_has_title_and_text_and_its_editions_on_a_line_of_their_own() -> None:
    first = next(parse(CATALOGUE, "cash.md"))
    assert (first.id, first.title, first.group, first.file) == (
        "BET-01",
        "Who acts",
        "BET",
        "cash.md",
    )
    assert first.text == "Every active player acts.\n\nEditions: all."


def test_a_rule_without_title_is_called_by_its_first_words() -> None:
    rules = {rule.id: rule for rule in parse(CATALOGUE, "cash.md")}
    assert rules["HC-01"].title == "BB 2. A bets 5."
    assert rules["LAMB-1"].title == "Who may?"


def test_the_cells_of_a_row_read_as_sentences_with_the_section_they_refer_to() -> None:
    rules = {rule.id: rule for rule in parse(CATALOGUE, "live.md")}
    assert rules["LIVE-1"].text.split("\n\n") == [
        "**Class:** FLOOR",
        "**Rule:** Fairness comes first",
        "**Software must:** Let `override` see 8.6",
        "**Section 8.6:** Day end (LIVE-28). Allowed at the end of the day.",
    ]
    assert rules["LAMB-1"].text.endswith("**Section 4.1:** Chip race.\n\n1. Exchange.")


def test_the_catalogue_is_read_whole() -> None:
    rules = rule_texts()
    assert len(rules) == 724
    assert all(rule.title and rule.text for rule in rules.values())
    assert next(iter(rules)) == "CASH-01"
    assert list(rules)[-1] == "LHC-58"


def test_rules_that_are_numbered_without_a_hyphen_are_of_one_group() -> None:
    ids = ("I1", "I12", "H4H-01", "8.6")
    groups = [RuleText(id=one, title="", text="", file="money.md").group for one in ids]
    assert groups == ["I", "I", "H4H", "8.6"]
