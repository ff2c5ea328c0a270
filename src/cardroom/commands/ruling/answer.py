"""A ruling as lines for people: the decision first, then why, what moves, and by which rule."""

from collections.abc import Iterator

from cardroom.floor import ChipMove, Ruling
from cardroom.rulebook.texts import rule_texts

PLACES = {"stack": "stack", "bet": "chips in front", "pot": "pot"}


def lines(ruling: Ruling, why: str) -> Iterator[str]:
    """The decision, the explanation, and what follows from it."""
    yield f"{ruling.decision.replace('_', ' ').upper()}{_total(ruling)}"
    yield why
    for pot in ruling.pots:
        shares = ", ".join(f"seat {seat} gets {chips:,}" for seat, chips in pot.shares.items())
        yield f"  Pot of {pot.chips:,}: {shares}"
    if not ruling.pots:
        yield from (f"  {_move(move)}" for move in ruling.chip_moves)
    if ruling.seats:
        yield f"  Seats: {', '.join(map(str, ruling.seats))}"
    for option in ruling.options:
        moves = "; ".join(_move(move) for move in option.chip_moves)
        status = f" (hand {option.hand_status})" if option.hand_status else ""
        yield f"  Choice: {option.choice.replace('_', ' ')}{status}{f': {moves}' if moves else ''}"
    if ruling.hand_status:
        yield f"  Hand: {ruling.hand_status}"
    if ruling.penalty_hint:
        yield f"  Penalty that may be recorded: {ruling.penalty_hint}"
    if ruling.needs_floor:
        yield "  Call the floor."
    for rule_id in ruling.rule_ids:
        yield f"  {rule_id}: {rule_texts()[rule_id].title}"


def _total(ruling: Ruling) -> str:
    if ruling.decision in {"call", "bet", "raise", "all_in"}:
        return f" to {ruling.amounts.bet_to:,}"
    return ""


def _move(move: ChipMove) -> str:
    source, target = PLACES[move.source], PLACES[move.target]
    if move.seat != move.to_seat:
        return f"{move.chips:,} from seat {move.seat} to seat {move.to_seat}"
    seat = f" of seat {move.seat}" if move.seat else ""
    return f"{move.chips:,} from the {source} to the {target}{seat}"
