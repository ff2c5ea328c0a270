"""The OpenAPI document, made from the route table and the types."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from cardroom.server.api import parameters
from cardroom.server.api.routes import Failure, Route
from cardroom.server.config.settings import Settings
from cardroom.struct_errors import portable

T = TypeVar("T")
REFERENCE = "#/components/schemas/{name}"
ERRORS = {
    400: "Broken input",
    401: "Not logged in",
    403: "Not allowed",
    404: "Not there",
    409: "A rule says no",
    429: "Too fast",
    503: "Try again later",
}


def document(routes: Sequence[Route], settings: Settings) -> dict[str, Any]:
    """Everything the HTTP API offers, for programs that read it."""
    types = [kind for route in routes for kind in (route.body, route.answer) if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, Failure], ref_template=REFERENCE)
    described = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        body = next(described) if route.body is not None else None
        answer = next(described) if route.answer is not None else None
        operation = _operation(route, body, answer, schemas[-1])
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    made = {
        "openapi": "3.1.0",
        "info": {"title": "cardroom", "version": settings.build},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": _security(settings.cookie)},
    }
    return with_plain_patterns(made)


def with_plain_patterns(value: T) -> T:
    """The same schema with patterns that every language reads: `$` where ours end in `\\Z`."""
    if isinstance(value, dict):
        return {  # type: ignore[return-value]
            key: portable(one) if key == "pattern" and isinstance(one, str)
            else with_plain_patterns(one)
            for key, one in value.items()
        }  # fmt: skip
    return [with_plain_patterns(one) for one in value] if isinstance(value, list) else value  # type: ignore[return-value]


def _operation(
    route: Route, body: dict[str, Any] | None, answer: dict[str, Any] | None, failure: Any
) -> dict[str, Any]:
    content = {route.media_type: {"schema": answer or {}}}
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "parameters": _parameters(route),
        "responses": {"200": {"description": "Done", "content": content}}
        | {
            str(status): {
                "description": said,
                "content": {"application/json": {"schema": failure}},
            }
            for status, said in ERRORS.items()
        },
        "x-access": route.access,
    }
    if body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": body}},
        }
    if route.access != "anyone":
        token = [{"bearer": [route.scope]}] if route.scope else []
        operation["security"] = [{"cookie": []}, *token]
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    asked = [] if route.params is None else parameters.of_struct(route.params)
    return [*parameters.in_path(route.path), *parameters.by_name(route.query), *asked]


def _security(cookie: str) -> dict[str, Any]:
    return {
        "cookie": {"type": "apiKey", "in": "cookie", "name": cookie},
        "bearer": {"type": "http", "scheme": "bearer"},
    }
