"""Draws of starts, moves, first buttons and seats, as a room and its players make them."""

import random
from collections.abc import Sequence

from msgspec import structs

from cardroom.fairness.draws.derived import DrawSecrets, DrawSeeds
from cardroom.fairness.draws.draw_list import DrawContext
from cardroom.fairness.draws.fair_draw import FairDraw
from cardroom.fairness.draws.participant import DrawParticipant
from cardroom.fairness.draws.proof import DrawOutcome, DrawProof, FailedDraw, ToldSeat
from cardroom.fairness.draws.questions import (
    Entrant,
    PrizeRow,
    StartQuestion,
    button_question,
    play_question,
    read_start,
    start_outcome,
)
from tests.fairness.fair_hands import KEY, ROOM

SECRETS = DrawSecrets(b"the room's key for its draws")
SOURCE = DrawSeeds(b"the key of the seed source")
TOURNAMENT = 4711
PRIZES = (PrizeRow(75_000, 20), PrizeRow(20_000, 30), PrizeRow(5_000, 1_000))


def new_draw(number: int = 1, where: int = TOURNAMENT) -> FairDraw:
    context = DrawContext(ROOM, "tournament", where, number)
    return FairDraw(context, SECRETS.secret(context), KEY)


def question(entrants: int = 3, seats: int = 3, prizes: Sequence[PrizeRow] = PRIZES) -> bytes:
    return StartQuestion(
        prizes=tuple(prizes),
        seats=seats,
        entrants=tuple(Entrant(entry, 100 + entry) for entry in range(1, entrants + 1)),
    ).encoded


def players(draw: FairDraw, numbers: Sequence[int], chance: random.Random) -> list[DrawParticipant]:
    return [
        DrawParticipant(draw.context, player, chance.randbytes(32), draw.commitment)
        for player in numbers
    ]


def fair_start(
    seed: int = 1,
    *,
    entrants: int = 3,
    seats: int = 3,
    prizes: Sequence[PrizeRow] = PRIZES,
    contributors: Sequence[int] = (101, 102, 103),
    withheld: Sequence[Sequence[int]] = (),
) -> DrawProof:
    """The proof of a start; `withheld` are those who do not reveal, draw by draw."""
    chance = random.Random(seed)
    asked = question(entrants, seats, prizes)
    failed: list[FailedDraw] = []
    taking_part = list(contributors)
    for number in range(1, len(withheld) + 2):
        draw = new_draw(number, TOURNAMENT + seed)
        own = players(draw, taking_part, chance)
        for one in own:
            draw.commit(one.player, one.commitment)
        draw.close("start", asked, SOURCE)
        gone = withheld[number - 1] if number <= len(withheld) else ()
        for one in own:
            if one.player not in gone:
                revealed = one.reveal(draw.encoded, draw.signature, KEY.public)
                draw.reveal(one.player, revealed)
        draw.reveal_source(SOURCE)
        if draw.missing:
            failed.append(draw.fail())
            taking_part = [one for one in taking_part if one not in gone]
    return draw.proof(start_of(draw), tuple(failed))


def start_of(draw: FairDraw) -> DrawOutcome:
    asked = read_start(draw.draw_list.question)
    assert asked is not None
    found = start_outcome(asked, draw.numbers().below)
    return DrawOutcome(multiplier_tenths=found.multiplier_tenths, seats=found.seats)


def fair_exchange() -> DrawProof:
    """The proof of a start after which two exchanged their seats, one of them once more."""
    proof = fair_start(6, entrants=13, seats=6, prizes=())
    first, other = proof.outcome.seats[0], proof.outcome.seats[-1]
    third = next(one for one in proof.outcome.seats if one.table == 2)
    told = (
        ToldSeat("exchanged", first.entry, other.table, other.seat),
        ToldSeat("exchanged", other.entry, first.table, first.seat),
        ToldSeat("exchanged", first.entry, third.table, third.seat),
        ToldSeat("exchanged", third.entry, other.table, other.seat),
    )
    return structs.replace(proof, outcome=structs.replace(proof.outcome, told=told))


def fair_move(number: int = 2) -> DrawProof:
    """The proof of what was drawn in play, by the seed source alone."""
    draw = new_draw(number)
    draw.close("play", play_question(17, [b'{"type":"hand_finished"}']), SOURCE)
    draw.reveal_source(SOURCE)
    numbers = draw.numbers()
    told = ToldSeat("moved", numbers.below(9), 1 + numbers.below(4), 1 + numbers.below(6))
    return draw.proof(DrawOutcome(told=(told,)))


def fair_button(table: int = 7, hand: int = 12, seats: Sequence[int] = (1, 3, 4)) -> DrawProof:
    """The proof of the first button of a cash table."""
    context = DrawContext(ROOM, "table", table, hand)
    draw = FairDraw(context, SECRETS.secret(context), KEY)
    draw.close("button", button_question(seats), SOURCE)
    draw.reveal_source(SOURCE)
    return draw.proof(DrawOutcome(button=seats[draw.numbers().below(len(seats))]))


def fair_seat(player: int, table: int = 7, seats: int = 6) -> DrawProof:
    """The proof of a seat that a player is offered at a cash table."""
    context = DrawContext(ROOM, "lobby", 3, 1)
    draw = FairDraw(context, SECRETS.secret(context), KEY)
    draw.close("seat", b"", SOURCE)
    draw.reveal_source(SOURCE)
    told = ToldSeat("seat", player, table, 1 + draw.numbers().below(seats))
    return draw.proof(DrawOutcome(told=(told,)))
