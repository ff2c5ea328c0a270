"""The accessibility check of axe-core, run inside the page."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.visitors import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


def grave_findings(page: Page) -> list[str]:
    """What axe finds serious or critical, with the elements that are meant."""
    return [one for one in findings(page) if one.startswith(GRAVE)]


def findings(page: Page) -> list[str]:
    """Everything that axe finds, the grave and the small, with the elements that are meant."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['impact']} {one['id']}: {[node['target'] for node in one['nodes']]}"
        for one in found["violations"]
    ]
