"""TournamentStore: steps of tournaments, the same in memory and on both databases."""

import msgspec
import pytest

from cardroom.errors import AccessRefused, OperatorRefused, Refused, TransferRefused
from cardroom.ledger import TournamentId
from cardroom.room.receipts import receipt_of
from cardroom.room.tournaments.records import Papers, StepToWrite, TournamentFilter
from cardroom.simulation.tournament.disruptions import Disruptions
from cardroom.tournament.events import HandFinished
from tests.contracts.tournament_house import TournamentHouse, empty_step, new_tournament
from tests.rule import rule
from tests.store.played_tournaments import announce, played, table_id

SIT_AND_GO = played("sit-and-go-2", players=2)
REENTRY = played("reentry", players=3, seed=4, disruptions=Disruptions())
DUEL = TournamentId(1)


async def refusal(house: TournamentHouse, *steps: StepToWrite) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        await house.tournaments.write_steps(steps)
    return refused.value.rule, refused.value.reason


@rule("TRN-01", "TRN-03")
async def test_a_tournament_is_announced_once_under_its_key(house: TournamentHouse) -> None:
    first = await house.tournaments.create_tournament(new_tournament("a", starts_ms=90), "us")
    again = await house.tournaments.create_tournament(new_tournament("a", name="X"), "us")
    other = await house.tournaments.create_tournament(new_tournament("b"), "us")
    assert [first.tournament, again.tournament, other.tournament] == [1, 1, 2]
    assert again.epoch > first.epoch
    stored = await house.tournaments.tournament(first.tournament)
    assert stored is not None
    assert (stored.name, stored.state, stored.starts_ms) == ("Sunday", "announced", 90)
    assert stored.registration_open
    assert await house.tournaments.papers(first.tournament) == Papers(b"definition", b"terms")
    assert await house.tournaments.tournament(TournamentId(9)) is None
    with pytest.raises(OperatorRefused):
        await house.tournaments.papers(TournamentId(9))


@rule("TRN-25", "CRASH-01")
@pytest.mark.parametrize("recorded", [SIT_AND_GO, REENTRY])
async def test_what_is_written_is_read_back_in_its_order(
    house: TournamentHouse, recorded: object
) -> None:
    assert isinstance(recorded, type(SIT_AND_GO))
    await house.write(recorded)
    steps = recorded.steps()
    events = [event for step in steps for event in step.events]
    assert list(await house.tournaments.events(DUEL)) == events
    stored = await house.tournaments.tournament(DUEL)
    assert stored is not None
    assert (stored.state, stored.steps, stored.events) == ("finished", len(steps), len(events))
    opened = {number: table for step in steps for number, table in step.tables}
    assert await house.tournaments.tables(DUEL) == opened
    last = {event.table: event.number for event in events if isinstance(event, HandFinished)}
    assert await house.tournaments.last_hands(DUEL) == dict(sorted(last.items()))


@rule("TRN-25")
async def test_the_same_step_again_changes_nothing_and_another_in_its_place_is_refused(
    house: TournamentHouse,
) -> None:
    await announce(house.tournaments, SIT_AND_GO)
    await house.go_on(SIT_AND_GO.deeds[:6])
    last = SIT_AND_GO.deeds[5]
    assert isinstance(last, StepToWrite)
    await house.tournaments.write_steps([last])
    changed = msgspec.structs.replace(last, at_ms=last.at_ms + 1)
    assert await refusal(house, changed) == ("TRN-25", "step_with_another_content")
    await house.go_on(SIT_AND_GO.deeds[6:])


@rule("TRN-25")
async def test_a_step_that_does_not_follow_on_is_refused(house: TournamentHouse) -> None:
    claim = await house.tournaments.create_tournament(new_tournament(), "us")
    step = empty_step(claim.tournament, claim.epoch)
    for wrong in ({"number": 2}, {"first_event": 2}, {"number": 2, "first_event": 2}):
        changed = msgspec.structs.replace(step, **wrong)
        assert await refusal(house, changed) == ("TRN-25", "step_does_not_follow")
    await house.tournaments.write_steps([step])


@rule("CRASH-01")
async def test_a_former_owner_writes_nothing_more(house: TournamentHouse) -> None:
    (claim,) = await announce(house.tournaments, SIT_AND_GO)
    await house.go_on(SIT_AND_GO.deeds[:5])
    heir = await house.tournaments.claim_tournament(claim.tournament, "heir")
    assert heir.epoch > claim.epoch
    left = [deed for deed in SIT_AND_GO.deeds[5:] if isinstance(deed, StepToWrite)]
    assert await refusal(house, left[0]) == ("CRASH-01", "unit_has_another_owner")
    # What the former owner wrote in time is known, also if it asks again.
    await house.tournaments.write_steps(SIT_AND_GO.steps()[:1])
    with pytest.raises(OperatorRefused):
        await house.tournaments.claim_tournament(TournamentId(9), "heir")


@rule("CRASH-01")
async def test_a_former_owner_hears_so_also_where_the_present_one_has_gone_on(
    house: TournamentHouse,
) -> None:
    """It has made no mistake, and must not build the tournament again as if it had."""
    claim = await house.tournaments.create_tournament(new_tournament(), "us")
    heir = await house.tournaments.claim_tournament(claim.tournament, "heir")
    await house.tournaments.write_steps([empty_step(claim.tournament, heir.epoch, at_ms=70)])
    late = empty_step(claim.tournament, claim.epoch, at_ms=60)
    assert await refusal(house, late) == ("CRASH-01", "unit_has_another_owner")


@rule("TRN-25", "TTB-07")
async def test_a_new_owner_learns_when_the_last_one_was_alive(house: TournamentHouse) -> None:
    claim = await house.tournaments.create_tournament(new_tournament(created_ms=5), "us")
    assert claim.last_ms == 5
    await house.tournaments.beat("us", 40)
    await house.tournaments.beat("us", 30)
    heir = await house.tournaments.claim_tournament(claim.tournament, "heir")
    assert heir.last_ms == 40
    step = empty_step(claim.tournament, heir.epoch, at_ms=70)
    await house.tournaments.write_steps([step])
    # The next owner after one that never said so goes by the last step.
    assert (await house.tournaments.claim_tournament(claim.tournament, "third")).last_ms == 70


@rule("TAMB-45", "TRN-25")
async def test_an_owner_who_stored_nothing_never_ran_a_tournament(house: TournamentHouse) -> None:
    tournaments = house.tournaments
    claim = await tournaments.create_tournament(new_tournament(created_ms=5), "first")
    await tournaments.beat("first", 40)
    # Both are alive for an hour, and die before the tournament is theirs.
    for owner in ("second", "third"):
        heir = await tournaments.claim_tournament(claim.tournament, owner)
        await tournaments.beat(owner, 3_600_000)
        assert heir.last_ms == 40
    heir = await tournaments.claim_tournament(claim.tournament, "fourth")
    assert heir.last_ms == 40
    await tournaments.write_steps([empty_step(claim.tournament, heir.epoch, at_ms=70)])
    await tournaments.beat("fourth", 90)
    assert (await tournaments.claim_tournament(claim.tournament, "fifth")).last_ms == 90


@rule("HEX-03")
async def test_steps_of_several_tournaments_are_written_together_or_not_at_all(
    house: TournamentHouse,
) -> None:
    claims = [
        await house.tournaments.create_tournament(new_tournament(str(number)), "us")
        for number in range(3)
    ]
    steps = [empty_step(claim.tournament, claim.epoch) for claim in claims]
    wrong = msgspec.structs.replace(steps[2], first_event=7)
    assert await refusal(house, *steps[:2], wrong) == ("TRN-25", "step_does_not_follow")
    for claim in claims:
        stored = await house.tournaments.tournament(claim.tournament)
        assert stored is not None
        assert stored.steps == 0
    await house.tournaments.write_steps(steps)
    await house.tournaments.write_steps(steps)
    for claim in claims:
        stored = await house.tournaments.tournament(claim.tournament)
        assert stored is not None
        assert stored.steps == 1


@rule("TRN-25", "CASH-01")
async def test_money_that_does_not_fit_takes_its_whole_step_with_it(
    house: TournamentHouse,
) -> None:
    await announce(house.tournaments, SIT_AND_GO)
    await house.go_on(SIT_AND_GO.deeds[:-1])
    last = SIT_AND_GO.deeds[-1]
    assert isinstance(last, StepToWrite)
    assert len(last.transfers) > 1
    accounts = {account for transfer in last.transfers for account, _ in transfer.entries}
    before = {account: await house.money.balance(account) for account in accounts}
    twice = msgspec.structs.replace(last.transfers[0], key="prize:1:99")
    too_much = msgspec.structs.replace(last, transfers=(last.transfers[0], twice))
    rule, reason = await refusal(house, too_much)
    assert (rule, reason) == ("I2", "insufficient_funds")
    assert {account: await house.money.balance(account) for account in accounts} == before
    # Nothing of it is remembered either: the right step is written as if nothing had happened.
    await house.tournaments.write_steps([last])
    stored = await house.tournaments.tournament(DUEL)
    assert stored is not None
    assert stored.state == "finished"


async def test_a_request_is_carried_out_by_one_step(house: TournamentHouse) -> None:
    claim = await house.tournaments.create_tournament(new_tournament(), "us")
    receipt = receipt_of(SIT_AND_GO_PLAYER, "id-1", ["register"], 1)
    step = empty_step(claim.tournament, claim.epoch, receipts=(receipt,))
    await house.tournaments.write_steps([step])
    assert await house.money.receipt(SIT_AND_GO_PLAYER, "id-1") == receipt.digest
    again = empty_step(claim.tournament, claim.epoch, 2, receipts=(receipt,))
    assert await refusal(house, again) == ("I7", "request_is_carried_out")
    other = receipt_of(SIT_AND_GO_PLAYER, "id-1", ["unregister"], 1)
    with pytest.raises(AccessRefused):
        await house.tournaments.write_steps(
            [empty_step(claim.tournament, claim.epoch, 2, receipts=(other,))]
        )
    await house.tournaments.write_steps([step])


@rule("TRN-25")
async def test_a_finished_hand_and_its_record_are_written_together(house: TournamentHouse) -> None:
    await announce(house.tournaments, SIT_AND_GO)
    deeds = SIT_AND_GO.deeds
    place = next(
        number
        for number, deed in enumerate(deeds)
        if isinstance(deed, StepToWrite) and deed.hand is not None
    )
    await house.go_on(deeds[:place])
    step = deeds[place]
    assert isinstance(step, StepToWrite)
    hand = step.hand
    assert hand is not None
    assert isinstance(hand.chips, msgspec.Struct)
    without = msgspec.structs.replace(step, hand=None)
    assert await refusal(house, without) == ("TRN-25", "hand_and_event_do_not_match")
    more = {player: stack + 1 for player, stack in hand.stacks.items()}
    stacks = msgspec.structs.replace(step, hand=msgspec.structs.replace(hand, stacks=more))
    assert await refusal(house, stacks) == ("TRN-25", "hand_and_event_do_not_match")
    elsewhere = msgspec.structs.replace(hand, table=table_id(7, 1))
    moved = msgspec.structs.replace(step, hand=elsewhere)
    assert await refusal(house, moved) == ("TRN-25", "table_of_another_tournament")
    money = msgspec.structs.replace(hand, chips=msgspec.UNSET)
    for_money = msgspec.structs.replace(step, hand=money)
    assert await refusal(house, for_money) == ("I6", "not_a_hand_for_chips")
    await house.tournaments.write_steps([step])
    with pytest.raises(TransferRefused):
        await house.money.settle(hand)


async def test_nothing_follows_the_last_step(house: TournamentHouse) -> None:
    await house.write(SIT_AND_GO)
    stored = await house.tournaments.tournament(DUEL)
    assert stored is not None
    assert not stored.is_done
    number, first = stored.steps + 1, stored.events + 1
    last = empty_step(DUEL, 1, number, first_event=first, is_last=True)
    await house.tournaments.write_steps([last])
    after = empty_step(DUEL, 1, number + 1, first_event=first)
    assert await refusal(house, after) == ("TRN-25", "tournament_is_done")
    other = await house.tournaments.create_tournament(new_tournament("later"), "us")
    early = empty_step(other.tournament, other.epoch, is_last=True)
    assert await refusal(house, early) == ("TRN-25", "tournament_is_not_over")
    unfinished = await house.tournaments.tournaments(TournamentFilter(unfinished=True))
    assert [one.id for one in unfinished] == [other.tournament]


@rule("TRN-22")
async def test_players_find_their_entries_and_results(house: TournamentHouse) -> None:
    await house.write(SIT_AND_GO)
    first, second = await house.tournaments.results(DUEL)
    assert (first.place, second.place) == (1, 2)
    assert first.prize > 0 == second.prize
    assert first.paid == second.paid > 0
    assert await house.tournaments.entries_of(first.player, 2**53, 10) == [first]
    assert await house.tournaments.entries_of(first.player, DUEL, 10) == []


async def test_tournaments_are_listed_by_state_and_template(house: TournamentHouse) -> None:
    await house.write(SIT_AND_GO)
    for number in range(3):
        new = new_tournament(f"n{number}", template="hexapro" if number else "duel")
        await house.tournaments.create_tournament(new, "us")
    ids = [one.id for one in await house.tournaments.tournaments(TournamentFilter())]
    assert ids == [4, 3, 2, 1]
    page = await house.tournaments.tournaments(TournamentFilter(before=4, limit=2))
    assert [one.id for one in page] == [3, 2]
    over = await house.tournaments.tournaments(TournamentFilter(states=("finished",)))
    assert [one.id for one in over] == [1]
    games = await house.tournaments.tournaments(TournamentFilter(template="hexapro"))
    assert [one.id for one in games] == [4, 3]


SIT_AND_GO_PLAYER = next(step.hand for step in SIT_AND_GO.steps() if step.hand is not None).seats[1]
