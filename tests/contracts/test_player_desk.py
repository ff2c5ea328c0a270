"""AcceptanceStore, NoticeStore and HelpStore: fakes and the real store answer alike."""

import pytest

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import PlayerId, TournamentId
from cardroom.office.help_desk import A_DAY_MAX, DAY_MS, OPEN_MAX, HelpStore, NewHelpRequest
from cardroom.office.ports import AccountStore
from cardroom.room.acceptance import Acceptance, AcceptanceStore
from cardroom.room.noticeboard import ChangedTournament, HelpAnswered, NoticeStore, notice_for
from cardroom.store import Store
from cardroom.store.house.acceptances import StoredAcceptances
from cardroom.store.house.help_requests import StoredHelpRequests
from cardroom.store.house.notices import StoredNotices
from tests.contracts.test_people import added
from tests.rule import rule
from tests.server.player_desk_fakes import FakeAcceptances, FakeHelpRequests, FakeNotices

ROBIN = PlayerId(99)
LATER = ChangedTournament(tournament=TournamentId(3), name="Nightly", change="delayed", starts_ms=9)


@pytest.fixture
async def ana(accounts: AccountStore) -> PlayerId:
    return (await added(accounts)).player


@pytest.fixture
def acceptances(store: Store | None) -> AcceptanceStore:
    return FakeAcceptances() if store is None else StoredAcceptances(store)


@pytest.fixture
def notices(store: Store | None) -> NoticeStore:
    return FakeNotices() if store is None else StoredNotices(store)


@pytest.fixture
def requests(store: Store | None) -> HelpStore:
    return FakeHelpRequests() if store is None else StoredHelpRequests(store)


@rule("CASH-18", "TRN-01")
async def test_an_acceptance_is_kept_with_its_first_moment_for_each_version(
    acceptances: AcceptanceStore, ana: PlayerId
) -> None:
    first = Acceptance(player=ana, edition="en-2.7", version="2.7", at_ms=5)
    assert await acceptances.accept(first) == first
    again = Acceptance(player=ana, edition="en-2.7", version="2.7", at_ms=8)
    assert await acceptances.accept(again) == first
    house = Acceptance(player=ana, edition="house", version="2.7-abc", at_ms=9)
    await acceptances.accept(house)
    assert list(await acceptances.accepted_by(ana)) == [first, house]
    assert list(await acceptances.accepted_by(ROBIN)) == []


async def test_a_notice_is_there_once_until_its_player_has_seen_it(
    notices: NoticeStore, ana: PlayerId
) -> None:
    late = notice_for(ana, "tournament:3:delayed:9", LATER, at_ms=7)
    answer = notice_for(ana, "help:1:answered", HelpAnswered(number=1, state="answered"), at_ms=6)
    await notices.post([late, answer])
    await notices.post([late])
    assert list(await notices.unseen(ana, 9)) == [answer, late]
    assert list(await notices.unseen(ana, 1)) == [answer]
    assert list(await notices.unseen(ROBIN, 9)) == []
    await notices.mark_seen(ROBIN, [late.key], at_ms=8)
    await notices.mark_seen(ana, [answer.key, "no such key"], at_ms=8)
    assert list(await notices.unseen(ana, 9)) == [late]
    await notices.post([answer])
    assert list(await notices.unseen(ana, 9)) == [late]


def asking(number: int = 1, text: str = "Who won?") -> NewHelpRequest:
    return NewHelpRequest(id=f"q{number}", kind="hand", subject="hand:7:1:1", text=text)


async def test_a_request_is_numbered_once_and_keeps_its_answer_with_the_time_it_took(
    requests: HelpStore, ana: PlayerId
) -> None:
    opened = await requests.open(ana, asking(), 1_000)
    assert (opened.number, opened.state, opened.response_ms) == (1, "open", None)
    assert await requests.open(ana, asking(), 2_000) == opened
    with pytest.raises(AccessRefused) as refused:
        await requests.open(ana, asking(text="Something else"), 2_000)
    assert refused.value.reason == "id_with_another_content"
    answered = await requests.answer(1, ROBIN, "You did.", 61_000)
    assert (answered.state, answered.answer, answered.response_ms) == (
        "answered", "You did.", 60_000,
    )  # fmt: skip
    with pytest.raises(OperatorRefused) as again:
        await requests.answer(1, ROBIN, "No, she did.", 62_000)
    assert again.value.reason == "help_request_is_not_open"
    closed = await requests.close(1, ana, 70_000)
    assert (closed.state, closed.closed_by, closed.answer) == ("closed", ana, "You did.")
    assert await requests.close(1, ROBIN, 80_000) == closed
    assert await requests.find(1) == closed
    assert await requests.find(2) is None


async def test_requests_are_listed_for_their_player_and_by_state_for_the_house(
    requests: HelpStore, ana: PlayerId
) -> None:
    for number in (1, 2, 3):
        await requests.open(ana, asking(number), number)
    await requests.answer(2, ROBIN, "Yes.", 9)
    assert [one.number for one in await requests.of_player(ana, 9, 2)] == [3, 2]
    assert [one.number for one in await requests.of_player(ana, 2, 9)] == [1]
    assert [one.number for one in await requests.by_state(["open"], 0, 9)] == [1, 3]
    assert [one.number for one in await requests.by_state(["open", "answered"], 1, 1)] == [2]
    assert await requests.of_player(ROBIN, 9, 9) == []


async def test_nobody_floods_the_house_with_requests(requests: HelpStore, ana: PlayerId) -> None:
    for number in range(OPEN_MAX):
        await requests.open(ana, asking(number), 1)
    with pytest.raises(AccessRefused) as refused:
        await requests.open(ana, asking(99), 2)
    assert (refused.value.rule, refused.value.reason) == ("NET-04", "too_many_help_requests")
    for number in range(OPEN_MAX, A_DAY_MAX):
        await requests.close(number - OPEN_MAX + 1, ana, 3)
        await requests.open(ana, asking(number), 4)
    await requests.close(A_DAY_MAX, ana, 5)
    with pytest.raises(AccessRefused):
        await requests.open(ana, asking(99), 6)
    assert (await requests.open(ana, asking(99), DAY_MS + 4)).number == A_DAY_MAX + 1
