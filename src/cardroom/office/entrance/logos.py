"""The logo of a house: a small picture that is what it says it is, and that runs nothing."""

import struct
from hashlib import sha256
from xml.etree import ElementTree as Xml

import msgspec

LOGO_BYTES_MAX = 256 * 1024
LOGO_SIDE_MAX = 2_048
"""Pixels, of pictures that are made of them."""
PNG, WEBP, SVG = "image/png", "image/webp", "image/svg+xml"
MEDIA_TYPES = (PNG, WEBP, SVG)
_PNG_HEAD = b"\x89PNG\r\n\x1a\n"
_SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
_RUNS = frozenset({"script", "foreignobject", "iframe", "embed", "object", "handler", "listener"})
"""Elements of SVG that run something, or hold another document."""
_INSIDE = ("#", "data:image/png", "data:image/webp", "data:image/jpeg")
"""What a link inside a picture may begin with: parts of itself, and pictures in it."""


class Logo(msgspec.Struct, frozen=True, kw_only=True):
    """A picture with its type."""

    media_type: str
    content: bytes

    @property
    def word(self) -> str:
        """Another one for every other picture, so that browsers may keep each for ever."""
        return sha256(self.content).hexdigest()[:16]


def read_logo(content: bytes) -> Logo:
    """The picture in a file; ValueError says in a sentence what is wrong with it."""
    if len(content) > LOGO_BYTES_MAX:
        raise ValueError(f"a logo has at most {LOGO_BYTES_MAX // 1024} KiB")
    if content.startswith(_PNG_HEAD):
        _verify_sides(_png_sides(content))
        return Logo(media_type=PNG, content=content)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        _verify_sides(_webp_sides(content))
        return Logo(media_type=WEBP, content=content)
    _verify_svg(content)
    return Logo(media_type=SVG, content=content)


def _verify_sides(sides: tuple[int, int]) -> None:
    if not all(1 <= side <= LOGO_SIDE_MAX for side in sides):
        raise ValueError(f"a logo is at most {LOGO_SIDE_MAX} pixels wide and high")


def _png_sides(content: bytes) -> tuple[int, int]:
    if content[12:16] != b"IHDR" or len(content) < 33:
        raise ValueError("this PNG is broken")
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _webp_sides(content: bytes) -> tuple[int, int]:
    kind = content[12:16]
    if len(content) < 30 or struct.unpack("<I", content[4:8])[0] + 8 > len(content) + 1:
        raise ValueError("this WebP is broken")
    if kind == b"VP8X":
        width = int.from_bytes(content[24:27], "little") + 1
        return width, int.from_bytes(content[27:30], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", content[26:30])
        return width & 0x3FFF, height & 0x3FFF
    raise ValueError("this WebP is broken")


def _verify_svg(content: bytes) -> None:
    """A picture of lines that runs nothing and fetches nothing."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("a logo is a PNG, WebP or SVG file") from None
    if "<!doctype" in text.lower() or "<!entity" in text.lower():
        raise ValueError("an SVG must not have a DOCTYPE or entities")
    try:
        root = Xml.fromstring(text)  # noqa: S314 - without a DOCTYPE there is nothing to expand
    except Xml.ParseError:
        raise ValueError("a logo is a PNG, WebP or SVG file") from None
    if root.tag != f"{_SVG_NAMESPACE}svg":
        raise ValueError("a logo is a PNG, WebP or SVG file")
    for element in root.iter():
        _verify_element(element)


def _verify_element(element: Xml.Element) -> None:
    name = str(element.tag).rpartition("}")[2].lower()
    if name in _RUNS:
        raise ValueError(f"an SVG must not have <{name}>")
    if name == "style" and _fetches(element.text or ""):
        raise ValueError("an SVG must not fetch anything")
    for attribute, value in element.attrib.items():
        word = attribute.rpartition("}")[2].lower()
        if word.startswith("on"):
            raise ValueError(f"an SVG must not have {word}")
        is_link = word in {"href", "src"}
        if is_link and not value.strip().lower().startswith(_INSIDE):
            raise ValueError("an SVG must not link to anything outside itself")
        if _fetches(value):
            raise ValueError("an SVG must not fetch anything")


def _fetches(style: str) -> bool:
    """Whether a style names something outside the picture."""
    plain = style.lower().replace(" ", "").replace("'", "").replace('"', "")
    return "@import" in plain or plain.count("url(") != plain.count("url(#")
