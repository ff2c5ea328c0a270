// What players have set for themselves: sizes of bets, posting by hand, leaving after the hand.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { DEFAULTS, settings } from "../src/state/settings.svelte";
import type { TableStore } from "../src/table/state/store.svelte";
import type { TableView, Turn } from "../src/table/state/types";
import { ask, asked, clock, hand, hear, opened, show, table, turn } from "./staged";
import { line } from "./line";

vi.mock("../src/state/connection.svelte", async () => (await import("./line")).silent);

beforeEach(() => {
  vi.useFakeTimers();
  line.asked.length = 0;
  Object.assign(settings, structuredClone(DEFAULTS));
});
afterEach(() => vi.useRealTimers());

describe("size buttons", () => {
  // The pot is so small that 33 % and 50 % of it are both less than the least raise.
  const small: Turn = { ...turn, call: 0, check: true, pot: 15, raise_from: 10 };
  const onFlop: TableView = { ...table, hand: { ...hand, street: "flop", board: [1, 2, 3], seats: hand.seats.map((one) => ({ ...one, bet: 0 })) } };

  function onTurn(): TableStore {
    const store = opened();
    show(onFlop);
    hear(clock);
    ask(small);
    return store;
  }

  test("of the same amount are lit one at a time: the one that was pressed", () => {
    const { decision } = onTurn();
    expect(decision.presets.map((one) => one.to)).toEqual([10, 10, 11, 15]);
    expect(decision.size).toBe(0);
    decision.preset(1);
    expect(decision.size).toBe(1);
    decision.preset(0);
    expect(decision.size).toBe(0);
  });

  test("are lit by amounts that were typed, and by none that is nobody's", () => {
    const { decision } = onTurn();
    decision.preset(1);
    decision.type("0.15");
    expect(decision.size).toBe(3);
    decision.type("0.14");
    expect(decision.size).toBeNull();
    decision.most();
    expect(decision.size).toBe("most");
    decision.step(-1);
    expect(decision.size).toBeNull();
  });

  test("of the turn before are forgotten", () => {
    const { decision } = onTurn();
    decision.preset(1);
    ask({ ...small, turn: 32 });
    expect(decision.size).toBe(0);
  });
});

describe("what the room keeps for a player", () => {
  const kept = (change: object) => show({ ...table, me: { ...table.me!, ...change } });

  test("is posting by hand: the switch is sent once, for all tables, and shows what the room says", () => {
    const { policy } = opened();
    expect(policy.autoPosts).toBe(true);
    policy.setAutoPost(false);
    expect(asked("posting").map((wish) => wish.by_hand)).toEqual([true]);
    expect(policy.autoPosts).toBe(true);
    kept({ posts_by_hand: true });
    expect(policy.autoPosts).toBe(false);
    policy.setAutoPost(true);
    expect(asked("posting").map((wish) => wish.by_hand)).toEqual([true, false]);
  });

  test("is leaving after the hand, until it is taken back", () => {
    const { policy } = opened();
    policy.leaveAfter(true);
    kept({ leaves_after: true });
    expect(policy.leavesAfter).toBe(true);
    policy.leaveAfter(false);
    expect(asked("leave").map(({ when, on }) => [when, on])).toEqual([["after_hand", true], ["after_hand", false]]);
  });

  test("is carried out by the room alone: whatever happens at the table, nothing is sent", () => {
    opened();
    kept({ leaves_after: true, posts_by_hand: true });
    line.asked.length = 0;
    hear({ type: "posted", seat: 1, kind: "big_blind", by: 10 });
    hear({ type: "folded", seat: 1 });
    hear({ type: "pot_awarded", pot: 0, amount: 15, rake: 0, seats: [2], shares: [15] });
    expect(line.asked).toEqual([]);
  });
});
