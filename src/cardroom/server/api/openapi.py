"""The OpenAPI document, made from the route table and the types."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from cardroom.office.ranks import RANKS
from cardroom.server.api import parameters
from cardroom.server.api.openapi_words import (
    ABOUT,
    ERRORS,
    RETRY_AFTER,
    TAGS,
    beside_the_table,
    security_schemes,
    tag_of,
)
from cardroom.server.api.routes import JSON, Failure, Route
from cardroom.server.api.visits import HELD_BY
from cardroom.server.config.settings import Settings
from cardroom.struct_errors import portable

T = TypeVar("T")
SCHEMAS = "#/components/schemas/"
REFERENCE = SCHEMAS + "{name}"
FAILURE = {"$ref": REFERENCE.format(name="Failure")}


def document(routes: Sequence[Route], settings: Settings) -> dict[str, Any]:
    """Everything the HTTP API offers, for programs that read it."""
    types = [
        kind
        for route in routes
        for kind in (route.body, route.signed_body, route.answer)
        if kind is not None
    ]
    schemas, components = msgspec.json.schema_components([*types, Failure], ref_template=REFERENCE)
    names = _short_names(components)
    described = iter(_renamed(list(schemas), names))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        body = next(described) if route.body or route.signed_body else None
        answer = next(described) if route.answer is not None else None
        operation = _operation(route, body, answer)
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    for path, described_get in beside_the_table().items():
        paths[path] = {"get": described_get}
    used = {tag for of_path in paths.values() for one in of_path.values() for tag in one["tags"]}
    made = {
        "openapi": "3.1.0",
        "info": {
            "title": "cardroom",
            "version": settings.build,
            "summary": "The HTTP API of a poker room",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": said} for name, said in TAGS if name in used],
        "paths": paths,
        "components": {
            "schemas": {
                names[name]: _renamed(schema, names) | {"title": names[name]}
                for name, schema in components.items()
            },
            "parameters": {"Origin": parameters.origin(settings.origins)},
            "responses": {name: _failed(status, said) for status, (name, said) in ERRORS.items()},
            "securitySchemes": security_schemes(settings.cookie),
        },
    }
    return with_plain_lists(with_plain_patterns(made))


def _short_names(components: dict[str, Any]) -> dict[str, str]:
    """Names without dots for types of the same name: `FloorEnter` is the `Enter` of the floor."""
    names = {}
    for name in components:
        package = name.split(".")[1].capitalize() if "." in name else ""
        names[name] = f"{package}{name.rpartition('.')[2]}"
    assert len(set(names.values())) == len(names), "two types of one package have the same name"
    return names


def _renamed(value: T, names: dict[str, str]) -> T:
    """The same schema, referring to types by their short names, in the mapping of a discriminator
    too."""
    if isinstance(value, dict):
        return {key: _renamed(one, names) for key, one in value.items()}  # type: ignore[return-value]
    if isinstance(value, str) and value.startswith(SCHEMAS):
        return REFERENCE.format(name=names[value.removeprefix(SCHEMAS)])  # type: ignore[return-value]
    return [_renamed(one, names) for one in value] if isinstance(value, list) else value  # type: ignore[return-value]


def with_plain_patterns(value: T) -> T:
    """The same schema with patterns that every language reads: `$` where ours end in `\\Z`."""
    if isinstance(value, dict):
        return {  # type: ignore[return-value]
            key: portable(one) if key == "pattern" and isinstance(one, str)
            else with_plain_patterns(one)
            for key, one in value.items()
        }  # fmt: skip
    return [with_plain_patterns(one) for one in value] if isinstance(value, list) else value  # type: ignore[return-value]


def with_plain_lists(value: T) -> T:
    """The same schema without `items: false`, which generators of clients do not know; the length
    of a tuple is in `maxItems` as well."""
    if isinstance(value, dict):
        return {  # type: ignore[return-value]
            key: with_plain_lists(one) for key, one in value.items()
            if not (key == "items" and one is False)
        }  # fmt: skip
    return [with_plain_lists(one) for one in value] if isinstance(value, list) else value  # type: ignore[return-value]


def _operation(
    route: Route, body: dict[str, Any] | None, answer: dict[str, Any] | None
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "tags": [tag_of(route.path)],
        "summary": route.summary,
        "description": _description(route),
        "parameters": _parameters(route),
        "responses": {"200": _done(route, answer)}
        | {
            str(status): {"$ref": f"#/components/responses/{name}"}
            for status, (name, _) in ERRORS.items()
            if route.method == "POST" or status not in (409, 413)
        },
        "x-access": route.access,
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    if security := _security(route):
        operation["security"] = security
    return operation


def _description(route: Route) -> str:
    """What the handler says about itself, and who may ask."""
    said = " ".join((route.handler.__doc__ or route.summary).split())
    if route.access in ("anyone", "session"):
        return said
    roles = [role for role in RANKS if role in HELD_BY[route.access]]
    return f"{said}\n\nNeeds the role {' or '.join(f'`{role}`' for role in roles)}."


def _done(route: Route, answer: dict[str, Any] | None) -> dict[str, Any]:
    """The answer that is no refusal: JSON of a type, lines of it, or a file."""
    if answer is not None:
        return {"description": "Done", "content": {route.media_type: {"schema": answer}}}
    # A file of JSON may hold any value; every other one is text or bytes.
    content = {
        media_type: {"schema": {} if media_type == JSON else {"type": "string"}}
        for media_type in (route.media_type, *route.other_media_types)
    }
    name = {
        "description": "`attachment` with the name of the file",
        "schema": {"type": "string"},
    }
    return {"description": "A file", "content": content, "headers": {"Content-Disposition": name}}


def _parameters(route: Route) -> list[dict[str, Any]]:
    asked = [] if route.params is None else parameters.of_struct(route.params)
    found = [*parameters.in_path(route.path), *parameters.by_name(route.query), *asked]
    if route.signed_body is not None:
        return [*found, *parameters.SIGNATURE]
    if route.method == "POST":
        found.append({"$ref": "#/components/parameters/Origin"})
    return found


def _security(route: Route) -> list[dict[str, list[str]]]:
    """A session of the browser, a program's token, or either; changes of a session need its CSRF
    token as well."""
    if route.signed_body is not None:
        return []
    session: dict[str, list[str]] = {"cookie": []}
    if route.method == "POST":
        session["csrf"] = []
    if route.access == "anyone":
        return [{}, session, {"bearer": []}]
    scope = route.scope if route.access == "session" else "operate"
    return [session, {"bearer": [scope]}] if scope else [session]


def _failed(status: int, said: str) -> dict[str, Any]:
    response: dict[str, Any] = {"description": said, "content": {JSON: {"schema": FAILURE}}}
    return response | ({"headers": {"Retry-After": RETRY_AFTER}} if status in (429, 503) else {})
