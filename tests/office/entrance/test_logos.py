"""What may be a logo: a small picture that is what it says it is, and that runs nothing."""

import struct
import zlib

import pytest

from cardroom.office.entrance.logos import LOGO_BYTES_MAX, LOGO_SIDE_MAX, PNG, SVG, WEBP, read_logo

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'


def png(width: int, height: int) -> bytes:
    """A PNG with a head as it is; nobody looks at its pixels."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    return b"\x89PNG\r\n\x1a\n" + chunk


def webp(width: int, height: int) -> bytes:
    body = b"WEBPVP8X" + struct.pack("<I", 10) + bytes(4)
    body += (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", len(body)) + body


def svg(inside: str) -> bytes:
    return f"{HEAD}{inside}</svg>".encode()


def test_small_pictures_of_three_kinds_are_logos() -> None:
    assert read_logo(png(200, 60)).media_type == PNG
    assert read_logo(webp(200, 60)).media_type == WEBP
    drawn = '<defs><g id="a"/></defs><use href="#a"/><rect fill="url(#a)" style="fill:red"/>'
    assert read_logo(svg(drawn)).media_type == SVG
    assert read_logo(png(1, 1)).word != read_logo(png(1, 2)).word


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"GIF89a", "PNG, WebP or SVG"),
        (b"<html></html>", "PNG, WebP or SVG"),
        (b"", "PNG, WebP or SVG"),
        (b"\xff\xfe<svg", "PNG, WebP or SVG"),
        (b"\x89PNG\r\n\x1a\n", "broken"),
        (png(LOGO_SIDE_MAX + 1, 10), "pixels"),
        (png(0, 10), "pixels"),
        (webp(10, LOGO_SIDE_MAX + 1), "pixels"),
        (b"RIFF\x00\x00\x00\x00WEBP", "broken"),
        (png(10, 10) + bytes(LOGO_BYTES_MAX), "KiB"),
        (b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg("&a;"), "DOCTYPE"),
        (svg("<script>alert(1)</script>"), "<script>"),
        (svg('<rect onload="alert(1)"/>'), "onload"),
        (svg("<foreignObject><p/></foreignObject>"), "<foreignobject>"),
        (svg('<a href="javascript:alert(1)"><rect/></a>'), "link"),
        (svg('<image xlink:href="https://example.com/a.png"/>'), "link"),
        (svg('<image href="data:text/html,x"/>'), "link"),
        (svg('<rect style="fill: url(https://example.com/a)"/>'), "fetch"),
        (svg("<style>@import 'https://example.com/a.css';</style>"), "fetch"),
    ],
)  # fmt: skip
def test_everything_else_is_refused_with_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_logo(content)
