import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { fromStart, linear, path, ticks } from "../src/pages/charts/scale";
import { usualStack } from "../src/pages/lobby/stack";
import { ladderOf, waitFor } from "../src/pages/parts/stakes";
import { milliseconds, moment, percent, rate } from "../src/pages/parts/when";
import { blocks, inline } from "../src/pages/rules/markdown";
import { NAMES, VALUES } from "../src/pages/rules/sayings";
import { byGroup, found } from "../src/pages/rules/search";
import { label, words } from "../src/pages/rules/values";
import type { RoomRule, StakeRow } from "../src/wire";

const row = (change: Partial<StakeRow> = {}): StakeRow => ({
  game: "nl-holdem", format: "ordinary", name: "NL10", small_blind: 5, big_blind: 10, seats: 6,
  min_buy_in: 500, max_buy_in: 1000, players: 0, waiting: 0, tables: 0, admits: ["guest", "person"],
  gathering: null, ...change,
});

describe("the first seat", () => {
  it("has a hundred big blinds, within what is legal and what one has", () => {
    expect(usualStack(10, 500, 1000, 100_000)).toBe(1000);
    expect(usualStack(10, 5000, 10_000, 100_000)).toBe(5000);
    expect(usualStack(10, 500, 1000, 700)).toBe(700);
    expect(usualStack(50, 500, 500, 9000)).toBe(500);
  });
});

describe("the lobby's words", () => {
  it("say how long one waits", () => {
    expect(waitFor(row({ players: 3, tables: 1 }))).toBe("now");
    expect(waitFor(row({ players: 6, tables: 1 }))).toBe("soon");
    expect(waitFor(row({ players: 6, tables: 1, waiting: 2 }))).toBe("queue");
    expect(waitFor(row())).toBe("others");
  });

  it("know Banzai as a ladder of its own", () => {
    expect(ladderOf({ game: "nl-holdem", format: "banzai" })).toBe("banzai");
    expect(ladderOf({ game: "pl-omaha", format: "shortstack" })).toBe("omaha");
  });
});

describe("the rulebook's Markdown", () => {
  it("tells bold, code and rule numbers apart", () => {
    expect(inline("**Ruling:** see BET-14 and `acc = 0`.")).toEqual([
      { kind: "bold", text: "Ruling:" },
      { kind: "text", text: " see " },
      { kind: "rule", text: "BET-14" },
      { kind: "text", text: " and " },
      { kind: "code", text: "acc = 0" },
      { kind: "text", text: "." },
    ]);
    expect(inline("LIVE-27.p1").map((part) => part.kind)).toEqual(["rule"]);
  });

  it("finds lists and tables between paragraphs", () => {
    const kinds = blocks("First.\n\n- one\n  goes on\n- two\n\n| ID | Rule |\n|---|---|\n| 1 | x |").map((one) => one.kind);
    expect(kinds).toEqual(["paragraph", "list", "table"]);
    const [list] = blocks("- one\n  goes on\n- two");
    expect(list?.kind === "list" && list.items).toHaveLength(2);
  });

  it("has no way to become a tag", () => {
    expect(inline("<img src=x onerror=alert(1)>")).toEqual([{ kind: "text", text: "<img src=x onerror=alert(1)>" }]);
  });
});

describe("the values of a rule", () => {
  it("have their unit, and money is written as money", () => {
    const said = [["cap", 25], ["price_cents", 1000], ["bank_cap_ms", 30_000], ["reconnect_s", 30], ["max_bb", 100], ["permille", 55]];
    expect(said.map(([name, value]) => words(name as string, value))).toEqual(["0.25", "10", "30 s", "30 s", "100 BB", "55 ‰"]);
    expect(words("mtt_percent", 10)).toBe("10 %");
    expect(words("multiplier_tenths", 15)).toBe("1.5×");
    expect(words("seats", [2, 6])).toBe("2, 6");
    expect([words("x", true), words("x", ""), words("x", "round_cap_minimum")]).toEqual(["yes", "–", "round cap minimum"]);
    expect(words("row", { small_blind: 5, cap_ms: 250 })).toBe("small blind 0.05, cap 0.25 s");
  });

  it("are said in words where their names would not tell", () => {
    expect(label("minimum_over_short_all_in")).toBe("least raise over an all-in below a full raise");
    expect(words("minimum_over_short_all_in", "current_plus_step")).toBe("the all-in and a full raise on top of it");
    expect([label("small_blind"), words("small_blind", 5)]).toEqual(["small blind", "0.05"]);
  });

  it("that are said in words are switches of the rulebook", () => {
    const folder = join(import.meta.dirname, "..", "..", "src", "cardroom", "rulebook");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".py"));
    const rulebook = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
    const isSwitch = (name: string) => rulebook.includes(`    ${name}: Annotated[`);
    const unknown = Object.keys(VALUES).filter((key) => {
      const [name = "", value = ""] = key.split("=");
      return !isSwitch(name) || !rulebook.includes(`"${value}"`);
    });
    expect([...unknown, ...Object.keys(NAMES).filter((name) => !isSwitch(name))]).toEqual([]);
  });

  it("are called by their names without the unit", () => {
    expect(["price_cents", "reconnect_s", "seats", "big_blind"].map(label)).toEqual(["price", "reconnect", "seats", "big blind"]);
  });
});

describe("searching the rules", () => {
  const rule = (id: string, title: string, text = ""): RoomRule => ({
    id, group: id.split("-")[0]!, part: "cash", title, text, values: [],
  });
  const rules = [rule("BET-08", "Minimum raise"), rule("BET-14", "Reopening", "see BET-08"), rule("POT-01", "Pots", "a raise")];

  it("finds numbers before titles and titles before text", () => {
    expect(found(rules, "bet-08").map((one) => one.id)).toEqual(["BET-08", "BET-14"]);
    expect(found(rules, "raise").map((one) => one.id)).toEqual(["BET-08", "POT-01"]);
    expect(found(rules, "minimum pots")).toEqual([]);
    expect(found(rules, " ")).toHaveLength(3);
  });

  it("keeps the order of the groups", () => {
    expect(byGroup(rules).map((one) => [one.group, one.rules.length])).toEqual([["BET", 2], ["POT", 1]]);
  });
});

describe("our own graphs", () => {
  it("have round steps", () => {
    expect(ticks(-7, 23)).toEqual([0, 10, 20]);
    expect(ticks(0, 1)).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
    expect(ticks(5, 5)).toEqual([5]);
  });

  it("count whole hands", () => {
    expect(ticks(0, 3, 9, 1)).toEqual([0, 1, 2, 3]);
    expect(ticks(0, 1, 9, 1)).toEqual([0, 1]);
    expect(ticks(0, 100, 5, 1)).toEqual([0, 20, 40, 60, 80, 100]);
  });

  it("begin at nothing, unless only the newest hands are counted", () => {
    const point = { hand: 3, at_ms: 9, cents: -20, showdown_cents: 5 };
    expect(fromStart([point], false)).toEqual([{ hand: 0, at_ms: 9, cents: 0, showdown_cents: 0 }, point]);
    expect(fromStart([point], true)).toEqual([point]);
  });

  it("draw values where they belong", () => {
    const y = linear([0, 10], [100, 0]);
    expect([y(0), y(5), y(10)]).toEqual([100, 50, 0]);
    expect(path([[0, 1], [2, 3]])).toBe("M0.0 1.0L2.0 3.0");
  });

  it("say nothing where there was no chance", () => {
    expect(percent(0, 0)).toBe("–");
    expect(percent(1, 4, "en")).toBe("25%");
  });

  it("write shares, rates and moments as the language does", () => {
    const plain = (text: string) => text.replace(/\s/g, " ");
    expect(plain(percent(1, 8, "fr"))).toBe("12,5 %");
    expect([rate(3, "en-GB"), rate(-12.25, "fr"), rate(0, "nl")]).toEqual(["+3", "−12,3", "0"]);
    expect([milliseconds(2, "fr"), milliseconds(0.02), milliseconds(undefined)]).toEqual(["2,0 ms", "< 1 ms", "–"]);
    const evening = new Date(2026, 10, 5, 21, 7).getTime();
    expect(moment(evening, "en-GB")).toBe("5 Nov 2026, 21:07");
    expect(moment(evening)).toBe("5 Nov 2026, 21:07");
    expect(moment(evening, "fr")).toContain("5 nov. 2026");
  });
});
