"""No job of the operator needs curl: every operation has a page in the client and a command."""

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardroom.commands.admin import DEEDS, GROUPS
from cardroom.server.api.openapi import document
from cardroom.server.app import ROUTES
from cardroom.server.config.settings import Settings

PAGES = Path(__file__).parents[3] / "web" / "src" / "pages"


class Reach(NamedTuple):
    """The file of the client which asks for an operation, and the words of `cardroom admin`."""

    page: str
    command: str


REACHED: dict[str, Reach] = {
    # People
    "players": Reach("operator/Players.svelte", "find"),
    "account": Reach("operator/Players.svelte", "player"),
    "mute": Reach("operator/account/Deeds.svelte", "mute"),
    "unmute": Reach("operator/account/Deeds.svelte", "unmute"),
    "bar": Reach("operator/account/Deeds.svelte", "ban"),
    "unbar": Reach("operator/account/Deeds.svelte", "unban"),
    "set_role": Reach("operator/account/Deeds.svelte", "role"),
    "account_money": Reach("operator/account/Statement.svelte", "statement"),
    "player_hands": Reach("operator/FindHand.svelte", "hands"),
    "password_links": Reach("operator/PasswordLink.svelte", "password-links"),
    "issue_password_link": Reach("operator/PasswordLink.svelte", "password-link"),
    "revoke_password_link": Reach("operator/PasswordLink.svelte", "revoke-password-link"),
    "excluded": Reach("operator/Banzai.svelte", "banzai-exclusions"),
    "exclude": Reach("operator/Banzai.svelte", "exclude-from-banzai"),
    "admit": Reach("operator/Banzai.svelte", "admit-to-banzai"),
    "cases": Reach("operator/cases/Cases.svelte", "case list"),
    "case": Reach("operator/cases/OneCase.svelte", "case show"),
    "enter": Reach("operator/cases/Enter.svelte", "case close"),
    "review_state": Reach("operator/review/Readings.svelte", "review state"),
    "begin_review": Reach("operator/review/Readings.svelte", "review now"),
    "alerts": Reach("operator/review/Review.svelte", "review alerts"),
    "alert": Reach("operator/review/OneAlert.svelte", "review alert"),
    "open_alert_case": Reach("operator/review/OneAlert.svelte", "review open-case"),
    "case_desk": Reach("operator/review/CaseDesk.svelte", "review desk"),
    "propose": Reach("operator/review/Propose.svelte", "review propose"),
    "approve_decision": Reach("operator/review/CaseDesk.svelte", "review approve"),
    "refuse_decision": Reach("operator/review/CaseDesk.svelte", "review refuse"),
    "write_to_player": Reach("operator/review/Write.svelte", "review message"),
    "enter_appeal": Reach("operator/review/Write.svelte", "review appeal"),
    "decide_appeal": Reach("operator/review/Appeals.svelte", "review decide-appeal"),
    "help_requests": Reach("operator/HelpRequests.svelte", "help-requests"),
    "answer_help_request": Reach("operator/HelpRequests.svelte", "answer-help"),
    "close_help_request": Reach("operator/HelpRequests.svelte", "close-help"),
    # Tables and hands
    "overview": Reach("operator/OpenTables.svelte", "overview"),
    # The list of tables for programs: the page shows the same from the overview.
    "tables": Reach("operator/OpenTables.svelte", "tables"),
    "freeze": Reach("operator/OpenTables.svelte", "freeze"),
    "unfreeze": Reach("operator/OpenTables.svelte", "unfreeze"),
    "close_table": Reach("operator/OpenTables.svelte", "close-table"),
    "restore_seat": Reach("operator/RestoreSeat.svelte", "restore-seat"),
    "table_hands": Reach("operator/FindHand.svelte", "table-hands"),
    "hand_with_cards": Reach("OperatorHand.svelte", "hand"),
    "look_at_void": Reach("operator/VoidHand.svelte", "void-hand"),
    "void": Reach("operator/VoidHand.svelte", "void-hand"),
    "stakes": Reach("operator/Stakes.svelte", "stakes"),
    "add_stake": Reach("operator/AddStake.svelte", "add-stake"),
    "remove_stake": Reach("operator/Stakes.svelte", "remove-stake"),
    "set_practice_players": Reach("operator/StakeForm.svelte", "practice-players"),
    "set_who_may_sit": Reach("operator/StakeForm.svelte", "who-may-sit"),
    "reset_stake": Reach("operator/Stakes.svelte", "reset-stake"),
    "open_stake": Reach("operator/Stakes.svelte", "open"),
    "close_stake": Reach("operator/Stakes.svelte", "close"),
    # Money
    "book": Reach("operator/account/Deeds.svelte", "deposit"),
    "set_aside": Reach("operator/account/Deeds.svelte", "set-aside"),
    "give_ticket": Reach("operator/account/Deeds.svelte", "give-ticket"),
    "waiting": Reach("operator/Bookings.svelte", "bookings"),
    "approve": Reach("operator/Bookings.svelte", "approve"),
    "refuse": Reach("operator/Bookings.svelte", "refuse"),
    "waiting_orders": Reach("operator/WaitingOrders.svelte", "orders"),
    "decide_order": Reach("operator/WaitingOrders.svelte", "decide"),
    "suspense": Reach("operator/Suspense.svelte", "suspense"),
    "resolve": Reach("operator/Suspense.svelte", "resolve"),
    "audit": Reach("operator/Ledger.svelte", "audit"),
    "begin_audit": Reach("operator/Ledger.svelte", "audit"),
    "rake_report": Reach("operator/reports/Rake.svelte", "report rake"),
    "session_report": Reach("operator/reports/Sessions.svelte", "report sessions"),
    "result_report": Reach("operator/reports/Results.svelte", "report results"),
    "balance_report": Reach("operator/reports/Balances.svelte", "report balances"),
    "report_file": Reach("operator/reports/Rake.svelte", "report rake"),
    # The house
    "announce": Reach("operator/ForEverybody.svelte", "broadcast"),
    "drain": Reach("operator/Restart.svelte", "drain"),
    "resume": Reach("operator/Restart.svelte", "resume"),
    "house_settings": Reach("operator/reception/HouseForm.svelte", "house"),
    "set_house": Reach("operator/reception/HouseForm.svelte", "set-house"),
    "reset_house": Reach("operator/reception/HouseForm.svelte", "reset-house"),
    "set_logo": Reach("operator/reception/LogoForm.svelte", "set-logo"),
    "remove_logo": Reach("operator/reception/LogoForm.svelte", "remove-logo"),
    "invitations": Reach("operator/reception/Invitations.svelte", "invitations"),
    "invite": Reach("operator/reception/Invitations.svelte", "invite"),
    "revoke_invitation": Reach("operator/reception/Invitations.svelte", "revoke-invitation"),
    "applications": Reach("operator/reception/Applications.svelte", "applications"),
    "approve_application": Reach("operator/reception/Applications.svelte", "approve-application"),
    "refuse_application": Reach("operator/reception/Applications.svelte", "refuse-application"),
    "staff_log": Reach("operator/Log.svelte", "log"),
    "deliveries": Reach("operator/Outbox.svelte", "outbox"),
    # Tournaments
    "tournament_calendar": Reach("operator/Tournaments.svelte", "tournament calendar"),
    "tournament_templates": Reach("operator/tournaments/Create.svelte", "tournament templates"),
    "create_tournament": Reach("operator/tournaments/Create.svelte", "tournament create"),
    "tournament_offers": Reach("operator/tournaments/Offers.svelte", "tournament offers"),
    "add_offer": Reach("operator/tournaments/Offers.svelte", "tournament offer"),
    "end_offer": Reach("operator/tournaments/Offers.svelte", "tournament end-offer"),
    "delay_tournament": Reach("operator/tournaments/Manage.svelte", "tournament delay"),
    "pause_tournament": Reach("operator/tournaments/Manage.svelte", "tournament pause"),
    "resume_tournament": Reach("operator/tournaments/Manage.svelte", "tournament resume"),
    "try_again": Reach("operator/tournaments/Manage.svelte", "tournament try-again"),
    "change_level_times": Reach("operator/tournaments/Manage.svelte", "tournament levels"),
    "change_breaks": Reach("operator/tournaments/Manage.svelte", "tournament breaks"),
    "change_practice_players": Reach("operator/tournaments/Manage.svelte", "tournament practice"),
    "review_player": Reach("operator/tournaments/Manage.svelte", "tournament review"),
    "lift_review": Reach("operator/tournaments/Manage.svelte", "tournament lift-review"),
    "disqualify_player": Reach("operator/tournaments/Manage.svelte", "tournament disqualify"),
    "preview_cancel": Reach("operator/tournaments/Cancel.svelte", "tournament preview-cancel"),
    "cancel_tournament": Reach("operator/tournaments/Cancel.svelte", "tournament cancel"),
    "preview_payouts": Reach("operator/tournaments/Payouts.svelte", "tournament preview-payouts"),
    "alter_payouts": Reach("operator/tournaments/Payouts.svelte", "tournament alter-payouts"),
    "vouchers": Reach("operator/tournaments/Vouchers.svelte", "tournament vouchers"),
    "fulfil_voucher": Reach("operator/tournaments/Vouchers.svelte", "tournament fulfil"),
    "redeem_voucher": Reach("operator/tournaments/Vouchers.svelte", "tournament redeem"),
}


ON_THE_TERMINAL = {
    "cluster": "cluster units",
    "move_unit": "cluster move",
    "drain_process": "cluster drain",
}
"""Only who runs the processes needs these, and works on their machines."""


@cache
def operations() -> dict[str, tuple[str, str]]:
    """Every operation for the staff, with its method and path, as the API describes itself."""
    described: dict[str, Any] = document(ROUTES, Settings(origins=frozenset(), build="test"))
    return {
        operation["operationId"]: (method, path)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if operation.get("x-access", "anyone") not in ("anyone", "session")
    }


def commands() -> set[str]:
    """All that `cardroom admin` can do."""
    groups = {f"{group} {deed}" for group, (_, deeds) in GROUPS.items() for deed in deeds}
    return groups | set(DEEDS)


def test_every_operation_of_the_staff_has_a_page_and_a_command() -> None:
    assert set(operations()) == {*REACHED, *ON_THE_TERMINAL}
    named = {one.command for one in REACHED.values()} | set(ON_THE_TERMINAL.values())
    assert not named - commands()


@pytest.mark.parametrize("name", sorted(REACHED))
def test_the_page_of_an_operation_asks_for_it(name: str) -> None:
    method, path = operations()[name]
    text = (PAGES / REACHED[name].page).read_text(encoding="utf-8")
    assert method == "get" or re.search(r"post|reason", text, re.IGNORECASE)
    parts = [part for part in path.removeprefix("/api/admin/").split("/") if "{" not in part]
    # A tournament's page passes its own address on.
    fixed = parts[1:] if parts[0] == "tournaments" else parts
    for part in fixed if name != "tables" else []:
        words = {part, part.replace("-", "_")}
        assert any(re.search(rf"\b{re.escape(word)}\b", text) for word in words), part


def test_every_page_of_the_operator_is_reached_by_its_navigation() -> None:
    parts = (PAGES / "operator" / "parts.ts").read_text(encoding="utf-8")
    shown = set(re.findall(r'import\("\./([\w/]+\.svelte)"\)', parts))
    imported = set(shown)
    while shown:
        file = shown.pop()
        folder = (PAGES / "operator" / file).parent
        text = (PAGES / "operator" / file).read_text(encoding="utf-8")
        for other in re.findall(r'from "(\.[\w./]+\.svelte)"', text):
            found = (folder / other).resolve()
            # A module of state is imported by such a name, too; it is no page.
            if found.is_relative_to(PAGES / "operator") and found.exists():
                name = found.relative_to(PAGES / "operator").as_posix()
                if name not in imported:
                    imported.add(name)
                    shown.add(name)
    pages = {one.page.removeprefix("operator/") for one in REACHED.values()}
    assert pages - imported == {"OperatorHand.svelte", "VoidHand.svelte"}


def test_every_page_of_the_operator_is_visited_by_a_browser_test() -> None:
    parts = (PAGES / "operator" / "parts.ts").read_text(encoding="utf-8")
    names = re.findall(r"^  (\w+): \{ group:", parts, re.MULTILINE)
    assert len(names) >= 13
    tests = (PAGES.parents[2] / "tests" / "browser").rglob("test_*.py")
    visited = "\n".join(one.read_text(encoding="utf-8") for one in tests)
    assert [name for name in names if not re.search(rf"/operator/{name}\b", visited)] == []
