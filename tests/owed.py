"""Rewrites docs/rules/owed.txt: the rules of the catalogue that no test shows yet (`make owed`)."""

from cardroom.rulebook.texts import rule_texts
from tests.test_catalogue import OWED, shown

if __name__ == "__main__":
    seen = {name for name, _ in shown()}
    head = "# Rules of the catalogue that no test shows yet. The list only shrinks (`make owed`)."
    lines = [head, *(name for name in rule_texts() if name not in seen)]
    OWED.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines) - 1} of {len(rule_texts())} rules are owed a test")
