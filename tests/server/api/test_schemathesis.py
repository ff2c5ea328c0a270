"""Schemathesis reads the description of the API and holds a real room to it."""

import asyncio
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import positive_data_acceptance

from cardroom.commands.staff import make_administrator
from tests.server.open_servers import OpenServer, open_server
from tests.server.processes import sqlite_in
from tests.server.seating import PASSWORD

EXAMPLES = 2
SEED = 2026
PATIENCE_S = 60

LEFT_OUT = {
    "open_socket": "a handshake is no request with an answer; tests/server/sockets has it",
    "stream_me": "a stream does not end",
    "stream_table": "a stream does not end",
    "stream_tournament": "a stream does not end",
    "stream_tournaments": "a stream does not end",
    "logout": "the session of the test would end",
    "drain": "the room of the test would end",
    "change_password": "the session of the test would end",
    "metrics": "text of Prometheus; tests/server has it",
}

EXPLAINED = {
    "id_with_another_content": "the ids of requests are used once; they are made up here",
    "no_such_zone": "which names time zones have is known to the operating system",
    "subject_and_kind_do_not_match": "what a request for help is about belongs to its kind",
}
"""Reasons to refuse what fits its schema."""


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
async def test_no_answer_contradicts_the_description(tmp_path: Path, mode: GenerationMode) -> None:
    async with open_server(tmp_path) as server:
        await make_administrator(sqlite_in(tmp_path), "Robin", PASSWORD)
        findings = await asyncio.to_thread(findings_in, server, mode)
    assert not findings, "\n\n".join(findings)


def without_points(value: Any) -> Any:
    """Whole numbers as they are written everywhere: 7, where JSON Schema also takes 7.0, which the
    room refuses on purpose (money has no floats)."""
    if isinstance(value, dict):
        return {key: without_points(one) for key, one in value.items()}
    if isinstance(value, list):
        return [without_points(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Session(NamedTuple):
    """An administrator who asks with everything that a browser sends."""

    address: str
    headers: dict[str, str]
    cookies: dict[str, Any]


def findings_in(server: OpenServer, mode: GenerationMode) -> list[str]:
    """What Schemathesis finds, asking rightly or wrongly as an administrator in a browser."""
    load_all_checks()
    session = _session(server.address.rstrip("/"))
    schema = schemathesis.openapi.from_url(f"{session.address}/api/openapi.json")
    # Who asks is known; what happens to others is looked at by the check `ignored_auth`.
    # No text has the character U+0000, which PostgreSQL does not keep.
    schema.config.generation.update(with_security_parameters=False, allow_x00=False)
    found: list[str] = []
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]
        if operation.definition.raw["operationId"] in LEFT_OUT:
            continue
        found += _findings(operation.as_strategy(generation_mode=mode), session)
    return found


def _is_explained(response: Any) -> bool:
    """Whether something that fits its schema was refused for a reason that no schema tells."""
    return response.status_code == 400 and response.json().get("reason") in EXPLAINED


def _session(address: str) -> Session:
    entry = {"name": "Robin", "password": PASSWORD}
    said = requests.post(f"{address}/api/login", json=entry, timeout=PATIENCE_S)
    assert said.status_code == 200, said.text
    headers = {"X-CSRF-Token": said.json()["csrf"], "Origin": address}
    return Session(address, headers, said.cookies.get_dict())


def _findings(strategy: Any, session: Session) -> list[str]:
    found: list[str] = []

    @seed(SEED)
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=strategy)
    def ask(case: schemathesis.Case[Any]) -> None:
        case.body = without_points(case.body)
        headers = {name: one for name, one in session.headers.items() if name not in case.headers}
        asked: dict[str, Any] = {
            "headers": headers,
            "cookies": session.cookies,
            "timeout": PATIENCE_S,
        }
        response = case.call(base_url=session.address, **asked)
        excluded: list[Any] = [positive_data_acceptance] if _is_explained(response) else []
        try:
            case.validate_response(
                response, excluded_checks=excluded, headers=headers, transport_kwargs=asked
            )
        except (BaseExceptionGroup, AssertionError) as failure:
            found.append("".join(traceback.format_exception_only(failure)))

    with suppress(Unsatisfiable):  # What has no parameters cannot be asked wrongly.
        ask()
    return found
