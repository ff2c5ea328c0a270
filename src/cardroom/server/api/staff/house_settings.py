"""HTTP: what the house sets about itself: doors, name, welcome, logo, refills."""

from base64 import b64decode
from binascii import Error as NotBase64
from typing import Annotated, Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.office.entrance.house_settings import Door, HouseSettings, RefillRule, SettingName
from cardroom.office.entrance.logos import LOGO_BYTES_MAX, read_logo
from cardroom.room.net import Net
from cardroom.room.records import ReasonText
from cardroom.server.api.applications import reception_of
from cardroom.server.api.house import Lifting
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit
from cardroom.server.config.options import HOUSE_NAME, HOUSE_NAME_MAX, WELCOME_MAX
from cardroom.server.limits import LOGO_BODY_BYTES_MAX
from cardroom.server.sockets.messages import BadMessage
from cardroom.units import Cents

Refilled = Annotated[Cents, msgspec.Meta(ge=0, le=10**12)]


class RefillWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who has less than `below` gets up to `to`, once in this many hours; 0 hours: never."""

    to: Refilled
    below: Refilled
    hours: Annotated[int, msgspec.Meta(ge=0, le=8_760)]


class HouseWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be set; what is null stays as it is."""

    reason: ReasonText
    registration: Door | None = None
    guests: Door | None = None
    name: Annotated[str, msgspec.Meta(max_length=HOUSE_NAME_MAX, pattern=HOUSE_NAME)] | None = None
    welcome: Annotated[str, msgspec.Meta(max_length=WELCOME_MAX)] | None = None
    refill: RefillWish | None = None


class SettingReset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What goes back to what the operator's file says."""

    setting: SettingName
    reason: ReasonText


class LogoUpload(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A PNG, WebP or SVG file as base64."""

    content: Annotated[str, msgspec.Meta(min_length=1, max_length=LOGO_BODY_BYTES_MAX)]
    reason: ReasonText


class HouseView(msgspec.Struct, frozen=True, kw_only=True):
    """What a house has set; `logo` is the type of the picture, empty where there is none."""

    registration: Door
    guests: Door
    name: str
    welcome: str
    logo: str
    refill: RefillRule


class SetBy(msgspec.Struct, frozen=True, kw_only=True):
    """What was set while the room runs, by whom and when."""

    setting: str
    by: str
    at_ms: int


class HouseCard(msgspec.Struct, frozen=True, kw_only=True):
    """The settings now, what the operator's file says, and what was set instead of it."""

    now: HouseView
    configured: HouseView
    changed: list[SetBy]
    is_play_money: bool


async def house_settings(visit: Visit, _body: None) -> HouseCard:
    """What the house has set about itself."""
    return await _card(visit)


async def set_house(visit: Visit, body: HouseWish) -> HouseCard:
    """Set doors, name, welcome or refills, from now on. It is recorded."""
    wanted: dict[SettingName, Any] = {}
    for name in ("registration", "guests", "name", "welcome"):
        value = getattr(body, name)
        if value is not None:
            wanted[name] = value.strip()
    if body.refill is not None:
        wanted["refill"] = RefillRule(**msgspec.structs.asdict(body.refill))
    if not wanted:
        raise BadMessage("does_not_fit", "nothing is to be set")
    await reception_of(visit).settings.change(visit.caller, wanted, body.reason)
    return await _card(visit)


async def reset_house(visit: Visit, body: SettingReset) -> HouseCard:
    """Go back to what the operator's file says. It is recorded."""
    await reception_of(visit).settings.reset(visit.caller, body.setting, body.reason)
    return await _card(visit)


async def set_logo(visit: Visit, body: LogoUpload) -> HouseCard:
    """Set the logo: PNG, WebP, or an SVG that runs and fetches nothing. It is recorded."""
    try:
        logo = read_logo(b64decode(body.content, validate=True))
    except NotBase64:
        raise BadMessage("does_not_fit", "content is not base64") from None
    except ValueError as error:
        kib = LOGO_BYTES_MAX // 1024
        details = {"said": str(error), "kib": kib}
        raise AccessRefused(Net.FORM, "not_a_logo", details) from None
    await reception_of(visit).settings.change(visit.caller, {"logo": logo}, body.reason)
    return await _card(visit)


async def remove_logo(visit: Visit, body: Lifting) -> HouseCard:
    """Have no logo. It is recorded."""
    await reception_of(visit).settings.change(visit.caller, {"logo": None}, body.reason)
    return await _card(visit)


async def _card(visit: Visit) -> HouseCard:
    desk = reception_of(visit).settings
    accounts = visit.services.ports.accounts
    changed = []
    for one in desk.changed.values():
        by = await accounts.find(one.set_by)
        said = str(one.set_by) if by is None else by.name
        changed.append(SetBy(setting=one.name, by=said, at_ms=one.set_ms))
    return HouseCard(
        now=_view(desk.current),
        configured=_view(desk.configured),
        changed=changed,
        is_play_money=desk.is_play_money,
    )


def _view(settings: HouseSettings) -> HouseView:
    return HouseView(
        registration=settings.registration,
        guests=settings.guests,
        name=settings.name,
        welcome=settings.welcome,
        logo="" if settings.logo is None else settings.logo.media_type,
        refill=settings.refill,
    )


POST: dict[str, Any] = {"method": "POST", "access": "administrator", "answer": HouseCard}
HOUSE = "/api/admin/house"

ROUTES = (
    Route(
        method="GET", path=HOUSE, handler=house_settings, answer=HouseCard, access="floor",
        summary="Doors, name, welcome, logo and refills of the house",
    ),
    Route(
        **POST, path=HOUSE, handler=set_house, body=HouseWish,
        summary="Set doors, name, welcome or refills",
    ),
    Route(
        **POST, path=f"{HOUSE}/reset", handler=reset_house, body=SettingReset,
        summary="Go back to what the operator's file says",
    ),
    Route(
        **POST, path=f"{HOUSE}/logo", handler=set_logo, body=LogoUpload,
        body_bytes_max=LOGO_BODY_BYTES_MAX, summary="Set the logo",
    ),
    Route(
        **POST, path=f"{HOUSE}/logo/remove", handler=remove_logo, body=Lifting,
        summary="Have no logo",
    ),
)  # fmt: skip
