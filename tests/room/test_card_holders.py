"""Live cards in the code: whatever holds them prints, copies and pickles nothing (FAIR-03).

The source is read, not run: a class of the room that keeps a hand, a deck or its proof derives from
`Opaque`, and a deck is opened in the few places that deal or store it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOM = Path(__file__).parents[2] / "src" / "cardroom" / "room"
HOLD_CARDS = {
    "Hand", "FairDeal", "FixedDeck", "ShuffledDeck", "DeckProof", "Draw", "CutDeck", "LentHand",
    "OpenedCards", "CashTable", "TournamentTable", "PlayedTable", "TableDesk", "Shuffling",
}  # fmt: skip
"""What has live cards in it, by the name of its type."""
DECK_OPENED = {"cash/owner.py", "tournaments/tables/table.py"}
"""Where a deck becomes the cards of a hand."""
PROOF_ENCODED = {"cash/settling.py", "tournaments/tables/owner.py"}
"""Where the proof of a finished hand becomes bytes."""


def files() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(ROOM.rglob("*.py")):
        yield str(file.relative_to(ROOM)), ast.parse(file.read_text(encoding="utf-8"))


def names_in(annotation: ast.expr | None) -> set[str]:
    if annotation is None:
        return set()
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}


def kept_types(made: ast.ClassDef) -> set[str]:
    """The types of what a class keeps in itself, as its constructor names them."""
    found: set[str] = set()
    for method in made.body:
        if not isinstance(method, ast.FunctionDef) or method.name != "__init__":
            continue
        taken = {one.arg: names_in(one.annotation) for one in method.args.args[1:]}
        taken |= {one.arg: names_in(one.annotation) for one in method.args.kwonlyargs}
        for node in ast.walk(method):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
                found |= names_in(node.annotation)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
                if isinstance(node.value, ast.Name):
                    found |= taken.get(node.value.id, set())
                elif isinstance(node.value, ast.Call):
                    found |= names_in(node.value.func)
    return found


def all_classes() -> dict[str, tuple[str, ast.ClassDef]]:
    return {
        node.name: (name, node)
        for name, tree in files()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }


def is_opaque(made: ast.ClassDef, classes: dict[str, tuple[str, ast.ClassDef]]) -> bool:
    bases = set().union(*(names_in(base) for base in made.bases)) if made.bases else set()
    return "Opaque" in bases or any(
        is_opaque(classes[base][1], classes) for base in bases if base in classes
    )


def test_whatever_keeps_live_cards_is_opaque() -> None:
    classes = all_classes()
    holders = {made.name: name for name, made in classes.values() if kept_types(made) & HOLD_CARDS}
    assert len(holders) > 10, "the scan finds the tables, their owners and their channels"
    open_ones = {one for one in holders if not is_opaque(classes[one][1], classes)}
    assert open_ones == set(), {one: holders[one] for one in open_ones}


@pytest.mark.parametrize(
    ("wanted", "allowed"),
    [("cards.open", DECK_OPENED), ("proof.encoded", PROOF_ENCODED)],
)
def test_decks_and_proofs_are_opened_where_they_are_dealt_and_stored_alone(
    wanted: str, allowed: set[str]
) -> None:
    found = {
        name
        for name, tree in files()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(wanted)
    }
    assert found == allowed


def test_what_is_opaque_has_no_form_of_its_own() -> None:
    """Nobody gives an opaque class a text, a pickle or a JSON form back."""
    forms = {"__str__", "__repr__", "__reduce__", "__getstate__", "__format__", "to_json"}
    classes = all_classes()
    found = {
        made.name: node.name
        for _, made in classes.values()
        if is_opaque(made, classes)
        for node in made.body
        if isinstance(node, ast.FunctionDef) and node.name in forms
    }
    assert found == {}


def test_no_line_of_the_rooms_log_takes_a_holder_of_cards() -> None:
    """What is logged are numbers, names and reasons; never a hand or a deck."""
    suspects = {"hand", "deck", "deal", "draw", "lent", "proof", "cards", "hole", "events"}
    logged = [
        (name, node)
        for name, tree in files()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("log.", "report"))
    ]
    assert len(logged) > 20
    found = [
        (name, ast.unparse(node))
        for name, node in logged
        if any(isinstance(arg, ast.Name) and arg.id in suspects for arg in node.args)
    ]
    assert found == []
