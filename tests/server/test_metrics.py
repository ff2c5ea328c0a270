"""The room's figures as Prometheus reads them, and the dashboard that shows them."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from prometheus_client.openmetrics.parser import (
    text_string_to_metric_families as read_open_metrics,
)
from prometheus_client.parser import text_string_to_metric_families

from cardroom.release import release
from cardroom.room.metrics import Metrics
from cardroom.server.metrics import HELP, WITHOUT_LABELS, Publisher, outside

ROOT = Path(__file__).parent.parent.parent
COUNTED = re.compile(r'\.(?:count|set|observe_ms)\(\s*"([a-z_]+)"')
COUNTED_ALONE = re.compile(r'\.count\("([a-z_]+_total)"(?:, [a-z0-9_.]+)?\)')
OF_THE_PROCESS = {
    "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds",
    "process_max_fds", "process_start_time_seconds", "python_gc_collections_total",
}  # fmt: skip


def counted() -> Metrics:
    metrics = Metrics()
    metrics.count("hands_total")
    metrics.count("hands_total", 2)
    metrics.count("refused_total", rule='A"\n\\')
    metrics.count("refused_total", rule="BET-08")
    metrics.set("tables", 3)
    metrics.observe_ms("commit_ms", 3, unit="hand")
    metrics.observe_ms("commit_ms", 99_999, unit="hand")
    return metrics


def samples(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_prometheus_reads_counters_gauges_and_durations_in_seconds() -> None:
    text, media_type = Publisher(counted(), build="7", edition="en-2.7").written("")
    assert media_type.startswith("text/plain; version=")
    found = samples(text.decode())
    assert found["cardroom_hands_total", ()] == 3
    assert found["cardroom_refused_total", (("rule", 'A"\n\\'),)] == 1
    assert found["cardroom_tables", ()] == 3
    hand = ("unit", "hand")
    assert found["cardroom_commit_seconds_bucket", (("le", "0.002"), hand)] == 0
    assert found["cardroom_commit_seconds_bucket", (("le", "0.005"), hand)] == 1
    assert found["cardroom_commit_seconds_bucket", (("le", "+Inf"), hand)] == 2
    assert found["cardroom_commit_seconds_sum", (hand,)] == 100.002
    assert found["cardroom_commit_seconds_count", (hand,)] == 2


def test_the_process_and_the_build_are_among_the_figures() -> None:
    text, _ = Publisher(counted(), build="7", edition="en-2.7").written("")
    found = samples(text.decode())
    named = (("build", "7"), ("edition", "en-2.7"), ("version", release()))
    assert found["cardroom_build_info", named] == 1
    assert {name for name, _ in found} >= OF_THE_PROCESS


def test_who_asks_for_open_metrics_gets_them() -> None:
    text, media_type = Publisher(counted(), build="7", edition="x").written(
        "application/openmetrics-text; version=1.0.0"
    )
    assert media_type.startswith("application/openmetrics-text")
    read = read_open_metrics(text.decode())  # type: ignore[no-untyped-call]
    families = {family.name: family for family in read}
    assert families["cardroom_hands"].documentation == HELP["hands_total"]
    assert families["cardroom_commit_seconds"].type == "histogram"


def test_every_figure_that_is_counted_has_its_help() -> None:
    sources = (ROOT / "src").rglob("*.py")
    names = {
        name
        for path in sources
        for name in COUNTED.findall(path.read_text(encoding="utf-8"))
        if "metrics" in path.read_text(encoding="utf-8")
    }
    assert names == set(HELP)
    assert all(said.endswith(".") for said in HELP.values())


def test_a_counter_without_labels_is_there_before_it_counts_anything() -> None:
    text, _ = Publisher(Metrics(), build="7", edition="en-2.7").written("")
    found = samples(text.decode())
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    alone = {name for text in sources for name in COUNTED_ALONE.findall(text)}
    assert alone == set(WITHOUT_LABELS)
    assert {found[outside(name), ()] for name in alone} == {0}


def known_names() -> set[str]:
    return {outside(name) for name in HELP} | OF_THE_PROCESS | {"cardroom_build_info"}


def names_in(expressions: Iterable[str]) -> set[str]:
    """The figures that expressions are about, as they are counted."""
    used = re.findall(r"\b(?:cardroom|process|python)_\w+", " ".join(expressions))
    return {re.sub("_(bucket|sum|count)$", "", name) for name in used}


def alerts() -> list[dict[str, Any]]:
    rules = yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text(encoding="utf-8"))
    return [one for group in rules["groups"] for one in group["rules"]]


def names_in_alerts() -> set[str]:
    return names_in(one["expr"] for one in alerts())


def test_alerts_are_about_figures_that_exist() -> None:
    assert names_in_alerts() <= known_names()
    assert len(names_in_alerts()) > 15
    for one in alerts():
        labels = set(re.findall(r"\$labels\.(\w+)", one["annotations"]["summary"]))
        assert labels <= {"instance", "job", "reason", "task", "unit"}, one["alert"]
        assert names_in([one["expr"]]) or one["expr"].startswith("up{"), one["alert"]
        assert one["labels"]["severity"] in {"page", "ticket"}
        assert one["expr"].count("(") == one["expr"].count(")")
    names = [one["alert"] for one in alerts()]
    assert len(set(names)) == len(names)


def test_the_dashboard_has_a_row_for_several_processes() -> None:
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text())
    titles = [panel["title"] for panel in dashboard["panels"]]
    after = titles[titles.index("Several processes") :]
    assert after[1:5] == ["Processes", "Units", "Age of the lease", "Epochs"]
    numbers = [panel["id"] for panel in dashboard["panels"]]
    assert len(set(numbers)) == len(numbers)


def test_the_dashboard_shows_figures_that_exist() -> None:
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text())
    shown = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    assert names_in(shown) <= known_names()
    assert len(names_in(shown)) > 30
    places = [tuple(panel["gridPos"].values()) for panel in dashboard["panels"]]
    assert len(set(places)) == len(places)
