"""HTTP: ask the book. A ruling on what happened at a live table, without any tournament."""

import msgspec

from cardroom.errors import AccessRefused, FloorRefused
from cardroom.floor.rulings.ruling import Ruling
from cardroom.floor.rulings.sentences import explain
from cardroom.floor.rulings.sentences.sentence import Language
from cardroom.floor.rulings.situations import Facts, decide
from cardroom.ledger import FloorId
from cardroom.room.net import Net
from cardroom.room.requests import Number
from cardroom.rulebook import edition
from cardroom.rulebook.texts import rule_texts
from cardroom.rulebook.worked_examples import WorkedExample, examples_of
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit

EXAMPLES_SHOWN = 2
LIVE = "live"


class RulingQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The facts of a situation; `floor` asks by the house rules of that tournament."""

    facts: Facts
    language: Language = "en"
    floor: Number | None = None


class RuleTitle(msgspec.Struct, frozen=True, kw_only=True):
    """A rule by which something was decided."""

    id: str
    title: str


class RulingAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the book decides, in a sentence, with its rules and worked examples of them."""

    ruling: Ruling
    sentence: str
    rules: tuple[RuleTitle, ...]
    examples: tuple[WorkedExample, ...]


async def floor_ruling(visit: Visit, body: RulingQuestion) -> RulingAnswer:
    """Decide by the book; nothing is kept."""
    rules = edition(LIVE)
    if body.floor is not None:
        house = visit.services.ports.floors
        if house is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_floor")
        rules = (await house.looked_at(FloorId(body.floor), visit.caller)).edition
    try:
        ruling = decide(rules, body.facts)
    except ValueError as error:
        raise FloorRefused("LIVE-1", "does_not_fit", {"said": str(error)}) from None
    texts = rule_texts()
    return RulingAnswer(
        ruling=ruling,
        sentence=explain(ruling, body.language),
        rules=tuple(RuleTitle(id=one, title=texts[one].title) for one in ruling.rule_ids),
        examples=examples_of(ruling.rule_ids)[:EXAMPLES_SHOWN],
    )


ROUTES = (
    Route(
        method="POST", path="/api/floor-ruling", handler=floor_ruling, body=RulingQuestion,
        answer=RulingAnswer, summary="Ask the book: a ruling on what happened at a live table",
    ),
)  # fmt: skip
