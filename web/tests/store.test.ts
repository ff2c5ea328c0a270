// A table's store fed with frames, as the server sends them: turns, guards, intentions, what was missed.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Listener } from "../src/state/connection.svelte";
import { DEFAULTS, settings } from "../src/state/settings.svelte";
import { toasts } from "../src/state/toasts.svelte";
import { badgesAfter } from "../src/table/badges";
import { command } from "../src/table/commands";
import { doubtWords } from "../src/table/doubts";
import { GUARD_MS } from "../src/table/decision.svelte";
import { choices, expired, toCall } from "../src/table/intentions";
import { TableStore } from "../src/table/store.svelte";
import type { HandView, PlaceView, SeatView, TableView, Told, Turn } from "../src/table/types";
import { handWords, sentenceOf } from "../src/table/words";
import { Refused } from "../src/api";

const line = vi.hoisted(() => ({ listener: null as Listener | null, asked: [] as Record<string, unknown>[], refuse: "" }));
vi.mock("../src/state/connection.svelte", () => ({
  connection: {
    now: 1_000,
    listen: (_channel: string, listener: Listener) => {
      line.listener = listener;
      return () => undefined;
    },
    ask: async (wish: Record<string, unknown>) => {
      line.asked.push(wish);
      if (line.refuse) throw new Refused("BET-08", line.refuse);
      return { hand: 1, boards: [] };
    },
  },
}));

const ME = 11;
const seat = (number: number, more: Partial<SeatView> = {}): SeatView => ({
  seat: number,
  stack: 990,
  bet: 0,
  live: true,
  all_in: false,
  open: false,
  hole: [-1, -1],
  won: 0,
  ...more,
});
const place = (number: number, player: number): PlaceView => ({
  seat: number,
  player,
  name: `P${player}`,
  kind: "person",
  stack: 1_000,
  bank_ms: 60_000,
  standing: "playing",
  out_since_ms: null,
  removed_at_ms: null,
  out_cause: null,
  connected: true,
  leaving: false,
});
const hand: HandView = {
  game: "nl-holdem",
  button: 3,
  street: "preflop",
  board: [],
  seats: [seat(1, { bet: 5, hole: [51, 50] }), seat(2, { bet: 10 }), seat(3)],
  pots: [],
  chips_in: 15,
  waits_for: "action",
  actor: 3,
  options: null,
  is_over: false,
  is_void: false,
  rake: 0,
  event_count: 3,
};
const table: TableView = {
  table: 7,
  edition: "en-2.7",
  stake: {
    game: "nl-holdem",
    format: "ordinary",
    name: "NL10",
    small_blind: 5,
    big_blind: 10,
    seats: 6,
    min_buy_in: 500,
    max_buy_in: 1_000,
    rake_permille: 35,
    rake_cap: 100,
    short_handed_cap: 50,
  },
  number: 1,
  places: [place(1, ME), place(2, 12), place(3, 13)],
  hand,
  clock: { type: "clock_started", hand: 1, seat: 3, deadline_ms: 11_000, bank_ms: 60_000, pots: [], whole_ms: 10_000 },
  frozen: "",
  me: { sit_out: "not", auto_top_up: false, top_up: 0, has_auto_top_up: true },
};
const turn: Turn = {
  hand: 1,
  turn: 31,
  seat: 1,
  call: 5,
  check: false,
  raise_from: 20,
  raise_to: 995,
  pot: 15,
  deadline_ms: 11_000,
  bank_ms: 60_000,
  closed: false,
};
const clock: Told = { type: "clock_started", hand: 1, seat: 1, deadline_ms: 11_000, bank_ms: 60_000, pots: [], whole_ms: 10_000 };
const ch = "table:7";
let v = 0;

const hear = (event: Told) => line.listener!({ t: "event", ch, ts: 0, v: (v += 1), d: event });
const ask = (wanted: Turn = turn) => line.listener!({ t: "turn", ch, ts: 0, d: wanted });
function opened(): TableStore {
  const store = new TableStore(7, ME);
  line.listener!({ t: "sync:begin", ch, ts: 0 });
  line.listener!({ t: "snapshot", ch, ts: 0, v: (v += 1), d: table });
  line.listener!({ t: "sync:end", ch, ts: 0, v });
  return store;
}
const acts = () => line.asked.filter((wish) => wish.t === "act");

beforeEach(() => {
  vi.useFakeTimers();
  line.asked.length = 0;
  line.refuse = "";
  toasts.length = 0;
  Object.assign(settings, structuredClone(DEFAULTS));
});
afterEach(() => vi.useRealTimers());

describe("the hero's turn", () => {
  test("comes with everything, and ends when anybody's action is told", () => {
    const store = opened();
    hear(clock);
    ask();
    expect(store.isMyTurn).toBe(true);
    expect(store.decision.to).toBe(20);
    expect(store.urgent).toContain("Your turn. Pot 0.15. Call 0.05.");
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
    expect(acts()).toEqual([{ t: "act", ch, hand: 1, turn: 31, a: "call", to: 0 }]);
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

  test("takes no click for a moment when the pointer was over the bar", () => {
    const store = opened();
    store.pointerAt = performance.now();
    hear(clock);
    ask();
    store.decision.fold();
    expect(acts()).toEqual([]);
    vi.advanceTimersByTime(GUARD_MS + 1);
    store.decision.fold();
    expect(acts()).toHaveLength(1);
  });

  test("asks before a free fold, unless that is switched off", () => {
    const store = opened();
    hear(clock);
    ask({ ...turn, call: 0, check: true });
    store.decision.fold();
    expect(store.decision.asksFreeCheck).toBe(true);
    expect(acts()).toEqual([]);
    store.decision.fold(true);
    expect(acts()).toHaveLength(1);
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
    expect(acts()).toEqual([]);
    store.decision.raise();
    expect(acts()[0]).toMatchObject({ a: "raise", to: 20 });
  });

  test("counts a typed number in big blinds for who reads big blinds", () => {
    settings.bigBlinds = true;
    const store = opened();
    hear(clock);
    ask();
    store.decision.type("6");
    expect(store.decision.aim).toBe(60);
    store.decision.raise();
    expect(acts()[0]).toMatchObject({ a: "raise", to: 60 });
  });

  test("comes anew on the next street, to whom called last and is the first there", () => {
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
    expect(acts().map((act) => [act.turn, act.a])).toEqual([[31, "call"], [32, "check"]]);
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
    expect(doubtWords(store)).toBe("The most is 9.95.");
    store.decision.type("1.50");
    store.decision.raise();
    expect(acts()[0]).toMatchObject({ a: "raise", to: 150 });
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
    expect(acts()).toEqual([]);
  });

  test("wants two presses of the key for all-in, within a moment", () => {
    const store = opened();
    hear(clock);
    ask();
    store.decision.allInByKey();
    vi.advanceTimersByTime(2_000);
    store.decision.allInByKey();
    expect(acts()).toEqual([]);
    store.decision.allInByKey();
    expect(acts()[0]).toMatchObject({ a: "raise", to: 995 });
    expect(store.decision.isAllIn(995)).toBe(true);
  });
});

describe("size buttons", () => {
  // The pot is so small that 33 % and 50 % of it are both less than the least raise.
  const small: Turn = { ...turn, call: 0, check: true, pot: 15, raise_from: 10 };
  const onFlop: TableView = { ...table, hand: { ...hand, street: "flop", board: [1, 2, 3], seats: hand.seats.map((one) => ({ ...one, bet: 0 })) } };

  function asked(): TableStore {
    const store = opened();
    line.listener!({ t: "snapshot", ch, ts: 0, v: (v += 1), d: onFlop });
    hear(clock);
    ask(small);
    return store;
  }

  test("of the same amount are lit one at a time: the one that was pressed", () => {
    const { decision } = asked();
    expect(decision.presets.map((one) => one.to)).toEqual([10, 10, 11, 15]);
    expect(decision.size).toBe(0);
    decision.preset(1);
    expect(decision.size).toBe(1);
    decision.preset(0);
    expect(decision.size).toBe(0);
  });

  test("are lit by amounts that were typed, and by none that is nobody's", () => {
    const { decision } = asked();
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
    const { decision } = asked();
    decision.preset(1);
    ask({ ...small, turn: 32 });
    expect(decision.size).toBe(0);
  });
});

describe("posting by hand", () => {
  const posted = (number: number, kind: "big_blind" | "small_blind"): Told => ({ type: "posted", seat: number, kind, by: 10 });
  const wishes = () => line.asked.filter((wish) => wish.t === "sit_out").map((wish) => [wish.when, wish.on]);

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
    await store.setAutoPost(true);
    expect(wishes()).toEqual([]);
    await store.setAutoPost(false);
    line.listener!({ t: "snapshot", ch, ts: 0, v: (v += 1), d: { ...table, me: { ...table.me!, sit_out: "next_big_blind" } } });
    await store.setAutoPost(false);
    await store.setAutoPost(true);
    expect(wishes()).toEqual([["next_big_blind", true], ["next_big_blind", false]]);
  });
});

describe("leaving after the hand", () => {
  const left = () => line.asked.filter((wish) => wish.t === "leave").length;
  const paid: Told = { type: "pot_awarded", pot: 0, amount: 15, rake: 0, seats: [2], shares: [15] };

  test("waits until the hand is paid", () => {
    const store = opened();
    store.leaveAfter(true);
    hear({ type: "folded", seat: 3 });
    expect([left(), store.leavesAfter]).toEqual([0, true]);
    hear(paid);
    expect([left(), store.leavesAfter]).toEqual([1, false]);
  });

  test("happens with the fold, and at once without a hand", () => {
    const store = opened();
    store.leaveAfter(true);
    hear({ type: "folded", seat: 1 });
    expect(left()).toBe(1);
    store.leaveAfter(true);
    expect(left()).toBe(2);
  });

  test("can be taken back", () => {
    const store = opened();
    store.leaveAfter(true);
    store.leaveAfter(false);
    hear(paid);
    expect(left()).toBe(0);
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
  line.listener!({ t: "sync:begin", ch, ts: 0 });
  hear({ type: "folded", seat: 3 });
  hear({ type: "board_dealt", street: "flop", cards: [0, 4, 8] });
  line.listener!({ t: "sync:end", ch, ts: 0, v });
  expect(store.shown?.hand?.board).toHaveLength(3);
  expect(toasts.at(-1)?.text).toContain("P13 folds; Flop: 2c 3c 4c");
});

test("what the house says to everybody is a toast at the table, once for all tables", () => {
  const store = opened();
  hear({ type: "announced", text: "Soup is served." });
  expect(store.lines.at(-1)?.kind).toBe("house");
  const other = opened();
  hear({ type: "announced", text: "Soup is served." });
  expect(other.lines).toHaveLength(1);
  expect(toasts.map((one) => [one.kind, one.text])).toEqual([["house", "The house: Soup is served."]]);
});

test("what was won stands there also for who comes when it is over", () => {
  const store = opened();
  const over = { ...hand, is_over: true, seats: hand.seats.map((one) => ({ ...one, won: one.seat === 2 ? 15 : 0 })) };
  line.listener!({ t: "snapshot", ch, ts: 0, v: (v += 1), d: { ...table, hand: over } });
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
  expect(store.lines.at(-1)?.text).toBe("P13 shows 3s");
});

test("cards that lie face down for the hero are not in the history either", () => {
  settings.peek = true;
  const store = opened();
  hear({ type: "hole_dealt", seats: [1, 2], hole: [[51, 50], [-1, -1]] });
  expect(store.hidesOwn).toBe(true);
  expect(store.polite).toContain("ace of spades");
  expect(store.lines).toEqual([]);
  store.isPeeking = true;
  expect(store.hidesOwn).toBe(false);
});

test("the own cards are said when they are dealt, nobody else's", () => {
  const store = opened();
  hear({ type: "hole_dealt", seats: [1, 2], hole: [[51, 50], [-1, -1]] });
  expect(store.polite).toBe("Your cards: ace of spades, ace of hearts");
});

test("a muted player is not heard", () => {
  const store = opened();
  settings.mutedPlayers = [13];
  hear({ type: "chat_said", player: 13, name: "P13", text: "hello" });
  hear({ type: "chat_said", player: 12, name: "P12", text: "hi" });
  expect(store.lines.map((one) => one.text)).toEqual(["P12: hi"]);
  expect(store.unread).toBe(1);
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
    expect(acts()[0]).toMatchObject({ a: "raise", to: 30 });
  });
  test("bet the nearest amount when the same is said again", () => {
    const store = opened();
    hear(clock);
    ask();
    expect(command(store, "r 0.01")).toBe("The minimum is 0.20. Enter the same command again to bet that.");
    expect(command(store, "r 99")).toBe("The most is 9.95. Enter the same command again to bet that.");
    expect(command(store, "r 0.01"), "another amount begins anew").toContain("The minimum is 0.20.");
    store.decision.allInByKey();
    expect(command(store, "r 0.01"), "another doubt begins anew").toContain("The minimum is 0.20.");
    expect(acts()).toEqual([]);
    expect(command(store, "r 0.01")).toBe("");
    expect(acts()).toHaveLength(1);
    expect(acts()[0]).toMatchObject({ a: "raise", to: 20 });
  });
});
