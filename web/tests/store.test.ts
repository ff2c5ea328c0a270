// A table's store fed with frames, as the server sends them: turns, guards, intentions, what was missed.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { DEFAULTS, settings } from "../src/state/settings.svelte";
import { toasts } from "../src/state/toasts.svelte";
import { badgesAfter } from "../src/table/update/badges";
import { command } from "../src/table/words/commands";
import { doubtWords } from "../src/table/words/doubts";
import { GUARD_MS } from "../src/table/state/guard.svelte";
import { choices, expired, toCall } from "../src/table/state/intentions";
import type { TableView, EventBody } from "../src/table/state/types";
import { handWords, sentenceOf } from "../src/table/words/sentences";
import { ask, asked, begin, ch, clock, end, hand, hear, opened, seat, show, table, turn } from "./staged";
import { line } from "./line";

const keys = vi.hoisted(() => ({ arePressed: false }));
vi.mock("../src/state/input", () => ({ isUnderPointer: () => false, hasTypedWithin: () => keys.arePressed }));
vi.mock("../src/state/connection.svelte", async () => (await import("./line")).silent);

beforeEach(() => {
  keys.arePressed = false;
  sessionStorage.clear();
  vi.useFakeTimers();
  line.asked.length = 0;
  line.refuse = "";
  toasts.length = 0;
  Object.assign(settings, structuredClone(DEFAULTS));
});
afterEach(() => vi.useRealTimers());

test("only bets of a hand that was rolled back went back", () => {
  const store = opened();
  hear({ type: "table_frozen", reason: "operator" });
  expect([store.isFrozen, store.drawing?.wentBack]).toEqual([true, false]);
  hear({ type: "hand_rolled_back", number: 1, reason: "operator" });
  expect([store.isFrozen, store.drawing?.wentBack]).toEqual([true, true]);
  hear({ type: "table_thawed" });
  hear({ type: "hand_dealt", number: 2 } as EventBody);
  expect([store.isFrozen, store.drawing?.wentBack]).toEqual([false, false]);
});

test("what the room did in the hero's stead is said with its rule, and linked in the history", () => {
  const store = opened();
  hear({ type: "server_decided", seat: 2 });
  expect(toasts).toHaveLength(0);
  hear({ type: "server_decided", seat: 1 });
  hear({ type: "sat_out", seat: 1, at_ms: 0, cause: "server_decision", until_ms: null });
  expect(toasts.map((one) => one.rule)).toEqual(["TIME-02"]);
  expect(store.notices.lines.slice(-3).map((line) => line.rule)).toEqual(["TIME-02", "TIME-02", "SIT-08"]);
  hear({ type: "hand_dealt", number: 2 } as EventBody);
  expect(toasts, "it is withdrawn with the next hand").toHaveLength(0);
});

describe("the hero's turn", () => {
  test("comes with everything, and ends when anybody's action is told", () => {
    const store = opened();
    hear(clock);
    ask();
    expect(store.isMyTurn).toBe(true);
    expect(store.decision.to).toBe(20);
    expect(store.notices.urgent).toContain("Your turn. Pot 0.15. Call 0.05.");
    hear({ type: "folded", seat: 1 });
    expect(store.isMyTurn).toBe(false);
  });

  test("is answered once, however often one clicks", () => {
    const store = opened();
    hear(clock);
    ask();
    store.decision.checkOrCall();
    store.decision.checkOrCall();
    store.decision.fold();
    expect(asked("act")).toEqual([{ t: "act", ch, hand: 1, turn: 31, a: "call", to: 0 }]);
  });

  test("can be answered again after a refusal", async () => {
    const store = opened();
    hear(clock);
    ask();
    line.refuse = "below_minimum_raise";
    store.decision.raise();
    await vi.advanceTimersByTimeAsync(1);
    expect(store.decision.isReady).toBe(true);
    expect(toasts.map((one) => one.rule)).toEqual(["BET-08"]);
  });

  test("takes no press for a moment when a key was pressed just before it came", () => {
    const store = opened();
    keys.arePressed = true;
    hear(clock);
    ask();
    store.decision.fold();
    expect(asked("act")).toEqual([]);
    vi.advanceTimersByTime(GUARD_MS + 1);
    store.decision.fold();
    expect(asked("act")).toHaveLength(1);
  });

  test("asks before a free fold, unless that is switched off", () => {
    const store = opened();
    hear(clock);
    ask({ ...turn, call: 0, check: true });
    store.decision.fold();
    expect(store.decision.asksFreeCheck).toBe(true);
    expect(asked("act")).toEqual([]);
    store.decision.fold(true);
    expect(asked("act")).toHaveLength(1);
  });

  test("corrects a typed amount aloud and wants a second press", () => {
    const store = opened();
    hear(clock);
    ask();
    store.decision.type("0.12");
    expect(doubtWords(store)).toBe("The minimum is 0.20.");
    store.decision.raise();
    expect(store.decision.doubt).toEqual({ kind: "too_little", to: 20, typed: "0.12" });
    expect(doubtWords(store)).toContain("Press again");
    expect(asked("act")).toEqual([]);
    store.decision.raise();
    expect(asked("act")[0]).toMatchObject({ a: "raise", to: 20 });
  });

  test("counts a typed number in big blinds for who reads big blinds", () => {
    settings.bigBlinds = true;
    const store = opened();
    hear(clock);
    ask();
    store.decision.type("6");
    expect(store.decision.aim).toBe(60);
    store.decision.raise();
    expect(asked("act")[0]).toMatchObject({ a: "raise", to: 60 });
  });

  test("comes again on the next street, to whom called last and is the first there", () => {
    const store = opened();
    hear(clock);
    ask();
    store.decision.checkOrCall();
    hear({ type: "called", seat: 1, by: 5 });
    expect(store.isMyTurn).toBe(false);
    hear({ type: "board_dealt", street: "flop", cards: [8, 19, 31] });
    hear(clock);
    ask({ ...turn, turn: 32, call: 0, check: true });
    expect(store.decision.isReady).toBe(true);
    store.decision.checkOrCall();
    expect(asked("act").map((act) => [act.turn, act.a])).toEqual([[31, "call"], [32, "check"]]);
  });

  test("aims at what is being typed, before it is sent, and sends exactly that", () => {
    const store = opened();
    hear(clock);
    ask();
    store.decision.type("1.5");
    expect(store.decision.aim).toBe(150);
    store.decision.type("99");
    expect(store.decision.aim).toBe(995);
    expect(store.decision.isAllIn()).toBe(true);
    expect(doubtWords(store)).toBe("The maximum is 9.95.");
    store.decision.type("1.50");
    store.decision.raise();
    expect(asked("act")[0]).toMatchObject({ a: "raise", to: 150 });
  });

  test("never bets what is no amount, however often it is pressed", () => {
    const store = opened();
    hear(clock);
    ask();
    store.decision.type("lots");
    store.decision.raise();
    store.decision.raise();
    expect(doubtWords(store)).toContain("Type an amount");
    expect(store.decision.typed).toBe("lots");
    expect(asked("act")).toEqual([]);
  });

  test("wants two presses of the key for all-in, within a moment", () => {
    const store = opened();
    hear(clock);
    ask();
    store.decision.allInByKey();
    vi.advanceTimersByTime(2_000);
    store.decision.allInByKey();
    expect(asked("act")).toEqual([]);
    store.decision.allInByKey();
    expect(asked("act")[0]).toMatchObject({ a: "raise", to: 995 });
    expect(store.decision.isAllIn(995)).toBe(true);
  });
});

describe("pre-selected actions", () => {
  test("are sent as an intention, and taken back by the same press", () => {
    const store = opened();
    store.intend("call");
    expect(line.asked.at(-1)).toEqual({ t: "intend", ch, hand: 1, street: "preflop", to_call: 5, a: "call" });
    store.intend("call");
    expect(line.asked.at(-1)).toMatchObject({ a: "none" });
    expect(store.intention).toBeNull();
  });

  test("a call of an amount is forgotten when the amount changes, call any is not", () => {
    const store = opened();
    store.intend("call");
    hear({ type: "raised", seat: 3, to: 40 });
    expect(store.intention).toBeNull();
    store.intend("call_any");
    hear({ type: "raised", seat: 2, to: 120 });
    expect(store.intention?.a).toBe("call_any");
    const next: TableView = { ...table, hand: { ...hand, street: "flop" } };
    expect(expired(store.intention!, next, 1)).toBe(true);
  });

  test("what can be chosen depends on whether there is a bet", () => {
    expect(choices(0)).toEqual(["check_fold", "check", "call_any"]);
    expect(choices(40)).toEqual(["fold", "call", "call_any"]);
    expect(toCall(hand, 1)).toBe(5);
    expect(toCall({ ...hand, seats: [seat(1, { stack: 3 }), seat(2, { bet: 10 })] }, 1)).toBe(3);
  });
});

test("what was missed is said after a reconnection, without sounds or movement", () => {
  const store = opened();
  begin();
  hear({ type: "folded", seat: 3 });
  hear({ type: "board_dealt", street: "flop", cards: [0, 4, 8] });
  end();
  expect(store.shown?.hand?.board).toHaveLength(3);
  expect(toasts.at(-1)?.text).toContain("P13 folds; Flop: 2c 3c 4c");
});

test("what the house says to everybody is a toast at the table, once for all tables", () => {
  const store = opened();
  hear({ type: "announced", text: "Soup is served." });
  expect(store.notices.lines.at(-1)?.kind).toBe("house");
  // Another table has a history of its own.
  sessionStorage.clear();
  const other = opened();
  hear({ type: "announced", text: "Soup is served." });
  expect(other.notices.lines).toHaveLength(1);
  expect(toasts.map((one) => [one.kind, one.text])).toEqual([["house", "The house: Soup is served."]]);
});

test("what was won stands there also for who comes when it is over", () => {
  const store = opened();
  const over = { ...hand, is_over: true, seats: hand.seats.map((one) => ({ ...one, won: one.seat === 2 ? 15 : 0 })) };
  show({ ...table, hand: over });
  expect([...store.won]).toEqual([[2, 15]]);
  hear({ type: "hand_dealt", number: 2, at_ms: 0, deal: { button: 1, small_blind: 2, big_blind: 3, dealt_in: {}, posts: [] } });
  expect(store.won.size).toBe(0);
  hear({ type: "pot_awarded", pot: 0, amount: 30, rake: 0, seats: [1, 2], shares: [15, 15] });
  hear({ type: "pot_awarded", pot: 1, amount: 8, rake: 0, seats: [2], shares: [8] });
  vi.advanceTimersByTime(5_000);
  expect([...store.won]).toEqual([[1, 15], [2, 23]]);
});

test("one card is shown after the hand: the others see one, the hero keeps seeing both", () => {
  const store = opened();
  hear({ type: "cards_shown", hand: 1, seat: 1, hole: [-1, 50] });
  expect(store.seat?.hole).toEqual([51, 50]);
  hear({ type: "cards_shown", hand: 1, seat: 3, hole: [7, -1] });
  expect(store.hand?.seats[2]?.hole).toEqual([7, -1]);
  expect(store.notices.lines.at(-1)?.text).toBe("P13 shows 3s");
});

test("cards that lie face down for the hero are not in the history either", () => {
  settings.peek = true;
  const store = opened();
  hear({ type: "hole_dealt", seats: [1, 2], hole: [[51, 50], [-1, -1]] });
  expect(store.hidesOwn).toBe(true);
  expect(store.notices.polite).toContain("ace of spades");
  expect(store.notices.lines).toEqual([]);
  store.isPeeking = true;
  expect(store.hidesOwn).toBe(false);
});

test("the player's own cards are said when they are dealt, nobody else's", () => {
  const store = opened();
  hear({ type: "hole_dealt", seats: [1, 2], hole: [[51, 50], [-1, -1]] });
  expect(store.notices.polite).toBe("Your cards: ace of spades, ace of hearts");
});

test("a muted player is not heard", () => {
  const store = opened();
  settings.mutedPlayers = [13];
  hear({ type: "chat_said", player: 13, name: "P13", text: "hello" });
  hear({ type: "chat_said", player: 12, name: "P12", text: "hi" });
  expect(store.notices.lines.map((one) => one.text)).toEqual(["P12: hi"]);
  expect(store.notices.unread).toBe(1);
});

describe("words", () => {
  const say = { name: (number: number) => `P${number}`, amount: (cents: number) => `${cents}` };
  test("a raise is to, never by", () => {
    expect(sentenceOf({ type: "raised", seat: 3, to: 60 }, say)).toBe("P3 raises to 60");
    expect(sentenceOf({ type: "raised", seat: 3, to: 60 }, say, { isBet: true, isAllIn: true })).toBe("P3 bets 60 and is all-in");
  });
  test("made hands", () => {
    const made = { seat: 1, share_permille: null };
    expect(handWords({ ...made, category: "two_pair", five: [44, 45, 28, 29, 48] })).toBe("two pair, kings and nines");
    expect(handWords({ ...made, category: "full_house", five: [0, 1, 2, 44, 45] })).toBe("full house, deuces full of kings");
    expect(handWords({ ...made, category: "straight_flush", five: [48, 44, 40, 36, 32] })).toBe("royal flush");
    expect(handWords({ ...made, category: null, five: [] })).toBe("");
  });
  test("badges stay for the street, a fold for the hand", () => {
    let badges = badgesAfter({}, { type: "folded", seat: 3 }, hand);
    badges = badgesAfter(badges, { type: "raised", seat: 1, to: 995 }, hand);
    badges = badgesAfter(badges, { type: "called", seat: 2, by: 30 }, hand);
    expect(badges).toMatchObject({ 1: { kind: "all_in" }, 2: { kind: "call", amount: 30 }, 3: { kind: "fold" } });
    expect(badgesAfter(badges, { type: "board_dealt", street: "flop", cards: [1] }, hand)).toEqual({ 3: { kind: "fold", amount: 0 } });
  });
});

describe("typed commands", () => {
  test("say what lies there", () => {
    const store = opened();
    expect(command(store, "cards")).toBe("Your cards: ace of spades, ace of hearts");
    expect(command(store, "board")).toBe("No board yet.");
    expect(command(store, "stacks")).toContain("P12: 9.90");
    expect(command(store, "f")).toBe("It is not your turn.");
    expect(command(store, "dance")).toContain("Unknown command");
  });
  test("act", () => {
    const store = opened();
    hear(clock);
    ask();
    expect(command(store, "r")).toContain("Say how much");
    expect(command(store, "r 3x")).toBe("");
    expect(asked("act")[0]).toMatchObject({ a: "raise", to: 30 });
  });
  test("bet the nearest amount when the same is said again", () => {
    const store = opened();
    hear(clock);
    ask();
    expect(command(store, "r 0.01")).toBe("The minimum is 0.20. Enter the same command again to bet that.");
    expect(command(store, "r 99")).toBe("The maximum is 9.95. Enter the same command again to bet that.");
    expect(command(store, "r 0.01"), "another amount begins again").toContain("The minimum is 0.20.");
    store.decision.allInByKey();
    expect(command(store, "r 0.01"), "another doubt begins again").toContain("The minimum is 0.20.");
    expect(asked("act")).toEqual([]);
    expect(command(store, "r 0.01")).toBe("");
    expect(asked("act")).toHaveLength(1);
    expect(asked("act")[0]).toMatchObject({ a: "raise", to: 20 });
  });
});
