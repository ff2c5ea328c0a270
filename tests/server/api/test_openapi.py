"""The description of the HTTP API: what it says about every operation, and that it is true."""

import json
import re
from typing import Any

import pytest

from cardroom.server.api.openapi import document
from cardroom.server.api.openapi_words import TAGS
from cardroom.server.app import ROUTES
from cardroom.server.config.settings import Settings
from tests.server.clients import ORIGIN, World

Operation = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return document(ROUTES, Settings(origins=frozenset({ORIGIN}), build="test"))


def operations(described: dict[str, Any]) -> list[Operation]:
    return [
        (path, method, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_operation_has_one_name_a_group_and_a_summary(described: dict[str, Any]) -> None:
    found = operations(described)
    names = [operation["operationId"] for _, _, operation in found]
    assert len(set(names)) == len(names) > len(ROUTES)
    groups = {name for name, _ in TAGS}
    for path, _, operation in found:
        assert operation["summary"], path
        assert set(operation["tags"]) <= groups, path
        assert len(operation["tags"]) == 1, path
    assert {one["name"] for one in described["tags"]} == groups


def test_every_parameter_has_a_type_and_numbers_have_a_range(described: dict[str, Any]) -> None:
    for path, _, operation in operations(described):
        in_path = {one["name"] for one in operation["parameters"] if one.get("in") == "path"}
        assert in_path == set(re.findall(r"{(\w+)}", path))
        for one in operation["parameters"]:
            if "$ref" in one:
                continue
            shapes = one["schema"].get("anyOf", [one["schema"]])
            assert all("type" in shape or "enum" in shape for shape in shapes), (path, one)
            for shape in shapes:
                if shape.get("type") == "integer":
                    assert {"minimum", "maximum"} <= set(shape), (path, one)


def test_what_a_program_may_do_and_what_only_a_browser_may_is_declared(
    described: dict[str, Any],
) -> None:
    paths = described["paths"]
    assert paths["/api/balance"]["get"]["security"] == [{"cookie": []}, {"bearer": ["read"]}]
    act = paths["/api/table/{table}/act"]["post"]
    assert act["security"] == [{"cookie": [], "csrf": []}, {"bearer": ["play"]}]
    bar = paths["/api/admin/accounts/{player}/bar"]["post"]
    assert bar["security"] == [{"cookie": [], "csrf": []}, {"bearer": ["operate"]}]
    assert paths["/api/password"]["post"]["security"] == [{"cookie": [], "csrf": []}]
    assert {} in paths["/api/lobby"]["get"]["security"]
    assert {"$ref": "#/components/parameters/Origin"} in act["parameters"]
    origin = described["components"]["parameters"]["Origin"]
    assert origin["schema"]["enum"] == [ORIGIN]


def test_files_streams_bodies_the_socket_and_probes_are_described(
    described: dict[str, Any],
) -> None:
    paths = described["paths"]
    export = paths["/api/hands/export"]["get"]["responses"]["200"]
    assert set(export["content"]) == {"application/x-ndjson", "text/plain"}
    assert "Content-Disposition" in export["headers"]
    one = paths["/api/hands/{key}"]["get"]["responses"]["200"]["content"]
    assert one == {"application/json": {"schema": {}}, "text/plain": {"schema": {"type": "string"}}}
    stream = paths["/api/stream/me"]["get"]["responses"]["200"]["content"]
    assert "anyOf" in stream["application/x-ndjson"]["schema"]
    for path, method, operation in operations(described):
        assert (method == "post") == ("requestBody" in operation), path
    assert "101" in paths["/api/socket"]["get"]["responses"]
    assert {"/livez", "/readyz", "/health", "/metrics"} <= set(paths)


def test_every_type_that_is_referred_to_is_described(described: dict[str, Any]) -> None:
    schemas = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    found = set(re.findall(r'"(#/components/schemas/[^"]+)"', json.dumps(described)))
    assert found <= schemas
    asked = described["components"]["schemas"]["Asked"]["properties"]["request"]
    assert asked["discriminator"]["mapping"]["act"] == "#/components/schemas/RoomAct"


async def test_a_known_address_with_another_method_says_which_are_allowed(world: World) -> None:
    ana = await world.person("Ana")
    for method, path, allowed in (
        ("PUT", "/api/balance", "GET"),
        ("GET", "/api/login", "POST"),
        ("DELETE", "/api/acceptance", "GET, POST"),
        ("POST", "/api/hands/hand:7:1:991", "GET"),
        ("POST", "/readyz", "GET, HEAD"),
    ):
        async with ana.session.request(method, path, headers=ana.headers()) as response:
            assert (response.status, response.headers["Allow"]) == (405, allowed), path
            said = await response.json()
        assert said["reason"] == "method_not_allowed"
        assert said["d"] == {"allowed": allowed.split(", ")}
    async with ana.session.put("/api/no-such-thing") as response:
        assert response.status == 404


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "before=9007199254740993", "before=1&before=2", "limit="]
)
async def test_a_number_outside_its_range_is_refused(world: World, query: str) -> None:
    status, said = await (await world.person("Ana")).get(f"/api/statement?{query}")
    assert (status, said["reason"]) == (400, "does_not_fit")
