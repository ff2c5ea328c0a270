"""The built client: what a first visit fetches."""

import gzip

import pytest
from playwright.sync_api import Response, expect

from tests.browser.visitors import CLIENT, Visit

FIRST_LOAD_BYTES_MAX = 70_000


@pytest.mark.parametrize(("path", "shown"), [("/", "Play now"), ("/lobby", "Cash games")])
@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_the_first_load_is_under_70_kb_of_compressed_script(
    visit: Visit, path: str, shown: str, language: str
) -> None:
    visitor = visit("desktop", locale=language)
    if path != "/":
        headers = {"Origin": visitor.address}
        visitor.context.request.post(f"{visitor.address}/api/guest", data={}, headers=headers)
    fetched: set[str] = set()

    def note(response: Response) -> None:
        if response.url.endswith(".js"):
            fetched.add(response.url.rpartition("/")[2])

    visitor.page.on("response", note)
    visitor.go(path)
    if language == "en":
        expect(visitor.page.locator("main")).to_contain_text(shown)
    visitor.page.wait_for_load_state("networkidle")
    assert any(name.startswith("index-") for name in fetched)
    scripts = [CLIENT.parent / "assets" / name for name in fetched]
    size = sum(len(gzip.compress(script.read_bytes(), 9)) for script in scripts)
    print(f"{path} in {language}: {size:,} bytes of compressed script in {len(fetched)} files")
    assert size < FIRST_LOAD_BYTES_MAX
