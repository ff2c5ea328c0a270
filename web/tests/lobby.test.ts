import { describe, expect, it } from "vitest";

import { Refused } from "../src/api";
import { afterEvent } from "../src/state/lobby.svelte";
import { sentence } from "../src/state/refusals";
import type { LobbyView, StakeRow } from "../src/wire";

const row = (name: string, small_blind: number, big_blind: number, change: Partial<StakeRow> = {}): StakeRow => ({
  game: "nl-holdem", format: "ordinary", name, small_blind, big_blind, seats: 6, min_buy_in: 50 * big_blind, max_buy_in: 100 * big_blind,
  players: 0, waiting: 0, tables: 0, admits: ["guest", "person"], gathering: null, ...change,
});
const view: LobbyView = {
  currency: "EUR",
  play_now: null,
  stakes: [row("NL10", 5, 10), row("NL25", 10, 25), row("PL10", 5, 10, { game: "pl-omaha" }), row("NL5", 25, 50, { format: "banzai" })],
};
const after = (...stakes: StakeRow[]) => afterEvent(view, { type: "stakes_changed", stakes }).stakes.map((one) => one.name);

describe("the lobby", () => {
  it("shows a stake that the house has just added at its place", () => {
    expect(after(row("NL20", 10, 20))).toEqual(["NL10", "NL20", "NL25", "PL10", "NL5"]);
    expect(after(row("NL4", 2, 4))).toEqual(["NL4", "NL10", "NL25", "PL10", "NL5"]);
    expect(after(row("PL50", 25, 50, { game: "pl-omaha" }))).toEqual(["NL10", "NL25", "PL10", "PL50", "NL5"]);
    expect(after(row("NL20", 100, 200, { format: "banzai" }))).toEqual(["NL10", "NL25", "PL10", "NL5", "NL20"]);
  });

  it("keeps every other stake where it is, and changes one that it has", () => {
    expect(after(row("NL25", 10, 25, { players: 3 }))).toEqual(view.stakes.map((one) => one.name));
    const changed = afterEvent(view, { type: "stakes_changed", stakes: [row("NL25", 10, 25, { players: 3 })] });
    expect(changed.stakes.map((one) => one.players)).toEqual([0, 3, 0, 0]);
  });
});

describe("a refusal", () => {
  it("says how many there may be as a number, and money as money", () => {
    const no = (reason: string, d: Record<string, unknown>) => sentence(new Refused("FAIR-07", reason, d));
    expect(no("too_many_practice_players", { most: 2 })).toContain("Here there may be 2.");
    expect(no("cap_below_minimum_rake", { minimum: 1, lowest: 0 })).toContain("at least 0.01");
  });
});
