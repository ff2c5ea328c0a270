// What a player has set for himself: sizes of bets, posting by hand, leaving after the hand.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { DEFAULTS, settings } from "../src/state/settings.svelte";
import type { TableStore } from "../src/table/state/store.svelte";
import type { TableView, EventBody, Turn } from "../src/table/state/types";
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

describe("posting by hand", () => {
  const posted = (number: number, kind: "big_blind" | "small_blind"): EventBody => ({ type: "posted", seat: number, kind, by: 10 });
  const wishes = () => asked("sit_out").map((wish) => [wish.when, wish.on]);

  test("is off at first: blinds are posted as they come", () => {
    opened();
    hear(posted(1, "big_blind"));
    expect(wishes()).toEqual([]);
  });

  test("sits out before the next big blind, each time one was paid", () => {
    settings.autoPost = false;
    opened();
    hear(posted(2, "big_blind"));
    hear(posted(1, "small_blind"));
    expect(wishes()).toEqual([]);
    hear(posted(1, "big_blind"));
    expect(wishes()).toEqual([["next_big_blind", true]]);
  });

  test("is taken back as far as it was asked for", async () => {
    const store = opened();
    await store.policy.setAutoPost(true);
    expect(wishes()).toEqual([]);
    await store.policy.setAutoPost(false);
    show({ ...table, me: { ...table.me!, sit_out: "next_big_blind" } });
    await store.policy.setAutoPost(false);
    await store.policy.setAutoPost(true);
    expect(wishes()).toEqual([["next_big_blind", true], ["next_big_blind", false]]);
  });
});

describe("leaving after the hand", () => {
  const left = () => asked("leave").length;
  const paid: EventBody = { type: "pot_awarded", pot: 0, amount: 15, rake: 0, seats: [2], shares: [15] };

  test("waits until the hand is paid", () => {
    const store = opened();
    store.policy.leaveAfter(true);
    hear({ type: "folded", seat: 3 });
    expect([left(), store.policy.leavesAfter]).toEqual([0, true]);
    hear(paid);
    expect([left(), store.policy.leavesAfter]).toEqual([1, false]);
  });

  test("happens with the fold, and at once without a hand", () => {
    const store = opened();
    store.policy.leaveAfter(true);
    hear({ type: "folded", seat: 1 });
    expect(left()).toBe(1);
    store.policy.leaveAfter(true);
    expect(left()).toBe(2);
  });

  test("can be taken back", () => {
    const store = opened();
    store.policy.leaveAfter(true);
    store.policy.leaveAfter(false);
    hear(paid);
    expect(left()).toBe(0);
  });
});
