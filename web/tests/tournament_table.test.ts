// What the table of a tournament shows, from frames alone: figures, knock-outs, moves, results, commands.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { ordinal } from "../src/format";
import { router } from "../src/router.svelte";
import { afterEvent } from "../src/state/mine.svelte";
import { CARD_MS, moving } from "../src/state/moving.svelte";
import { news } from "../src/state/news.svelte";
import { whenSettled } from "../src/state/settling";
import { tables } from "../src/state/tables.svelte";
import { toasts } from "../src/state/toasts.svelte";
import type { ChannelFrame } from "../src/state/connection.svelte";
import { session } from "../src/state/session.svelte";
import { tournaments, TournamentStore } from "../src/state/tournaments.svelte";
import { figuresOf, jumpOf } from "../src/table/tournament/figures";
import { mergedWords } from "../src/table/tournament/words";
import { drawingAfter, drawingOf } from "../src/table/update/drawing";
import { update } from "../src/table/update/table";
import { command } from "../src/table/words/commands";
import type { EventBody, TableView } from "../src/table/state/types";
import type { MeView, Myself, PlayerRow, TournamentGame, TournamentView } from "../src/wire";
import { asked, hand, hear, ME, opened, place, seat, show, table as cash } from "./staged";
import { line } from "./line";

vi.mock("../src/state/connection.svelte", async () => (await import("./line")).silent);

const game: TournamentGame = {
  type: "tournament", tournament: 3, name: "Evening", table: 4, seats: 6, pauses: [], hand_for_hand: false, tables_playing: 0,
  deals_from_ms: null, multiplier_tenths: 0, level: { level: 7, small: 200, big: 400, ante: 50, ends_ms: 61_000 },
};
const { stake: _stake, ...rest } = cash;
const table: TableView = { ...rest, game, stake: null } as unknown as TableView;
const row = (entry: number, stack: number, more: Partial<PlayerRow> = {}): PlayerRow => ({
  entry, player: 10 + entry, name: `P${10 + entry}`, kind: "person", stack, table: 7, place: 0, prize: 0, bounty: 0, number: 1, ...more,
});
const award = (cents: number) => ({ cents, seat: false });
const view = {
  row: { tournament: 3, left: 3, entries: 13, chips: 13_000, seats: 6, currency: "XPM", phase: "running", kind: "scheduled" },
  info: { levels: [] },
  players: [row(2, 6_000), row(1, 4_000), row(3, 3_000)],
  prizes: [award(5_000), award(3_000), award(2_000)],
  prizes_final: true,
  tables: [{ table: 7, number: 4, players: 3 }],
  deal: null,
} as unknown as TournamentView;
const me = { tournaments: [{ tournament: 3, name: "Evening", table: 7 }] } as unknown as MeView;

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  line.asked.length = 0;
  toasts.length = 0;
});
afterEach(() => {
  tables.closeAll();
  news.results.clear();
  tournaments.open.clear();
  vi.useRealTimers();
});

describe("the figures over the felt", () => {
  test("are those of the player", () => {
    expect(figuresOf(view, ME)).toMatchObject({ left: 3, entries: 13, place: 2, average: 4_333, isFinalTable: true, mayDeal: true });
    expect(figuresOf(view, 99).place, "the rail has no place").toBe(0);
    expect(figuresOf(null, ME)).toMatchObject({ left: 0, place: 0, jump: null });
    const far = { ...view, row: { ...view.row, left: 212 }, players: [row(2, 6_000)], own: { entries: [row(1, 900)], place: 140, left: 214 } };
    expect(figuresOf(far, ME).place, "far from the largest stacks").toBe(140);
    expect(figuresOf({ ...far, row: { ...far.row, left: 139 } }, ME).place, "never behind the last").toBe(139);
  });

  test("name the next higher prize, and how many players have to go", () => {
    const prizes = [award(5_000), award(3_000), award(2_000), award(2_000)];
    expect(jumpOf(prizes, 9), "before the money").toEqual({ award: award(2_000), playersToGo: 5 });
    expect(jumpOf(prizes, 4), "place 3 wins no more than place 4").toEqual({ award: award(3_000), playersToGo: 2 });
    expect(jumpOf(prizes, 2)).toEqual({ award: award(5_000), playersToGo: 1 });
    expect(jumpOf(prizes, 1)).toBeNull();
    expect(jumpOf([], 9)).toBeNull();
  });

  test("offer a deal only where there is money to share at the last table", () => {
    const may = (more: object) => figuresOf({ ...view, ...more } as TournamentView, ME).mayDeal;
    expect(may({ tables: [1, 2] })).toBe(false);
    expect(may({ prizes_final: false })).toBe(false);
    expect(may({ prizes: [award(5_000), award(3_000)] })).toBe(false);
    expect(may({ prizes: [award(1), award(1), { cents: 5, seat: true }] })).toBe(false);
    expect(may({ deal: { deal: 1 } })).toBe(false);
  });
});

test("who is not among the rows of a large tournament is asked for, not with every change", async () => {
  const standing = { entries: [row(1, 900)], place: 140, left: 214 };
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(JSON.stringify(standing)));
  session.me = { player: ME, kind: "person" } as Myself;
  const store = new TournamentStore(3);
  const tell = (players_count: number) => line.listener?.({ t: "snapshot", ch: "tournament:3", v: 1, d: { ...view, players_count } } as unknown as ChannelFrame);
  tell(view.players.length);
  expect(asked).not.toHaveBeenCalled();
  tell(214);
  tell(213);
  await vi.waitFor(() => expect(store.view?.own).toEqual(standing));
  expect(asked.mock.calls.map(([path]) => path)).toEqual(["/api/tournaments/3/standing"]);
  session.me = null;
  asked.mockRestore();
});

test("places are said as people say them", () => {
  expect([1, 2, 3, 4, 11, 12, 21].map((one) => ordinal(one, "en-GB"))).toEqual(["1st", "2nd", "3rd", "4th", "11th", "12th", "21st"]);
  expect([1, 2].map((one) => ordinal(one, "fr"))).toEqual(["1er", "2e"]);
  expect(ordinal(1, "nl")).toBe("1e");
});

/** How a tournament tells that a hand begins: without a number. */
const begun = { type: "hand_started", game: "nl-holdem", button: 1, seats: [1, 3], stacks: [990, 990], big_blind: 400, posts: [], rake: null, unit: 1, big_bet: 0 } as unknown as EventBody;

test("the hands of a tournament's table are counted as they begin, and the clock knows better", () => {
  const next = update({ ...table, number: 11 }, begun, ME);
  expect(next.number).toBe(12);
  const clock = { type: "clock_started", seat: 1, hand: 14, pots: [] } as unknown as EventBody;
  expect(update(next, clock, ME).number).toBe(14);
});

describe("who goes from the table", () => {
  const over = { ...hand, is_over: true, seats: [seat(1), seat(2, { stack: 0 }), seat(3)] };
  const places = [place(1, ME), { ...place(2, 12), bounty: 500 }, place(3, 13)].map((one) => ({ ...one, stack: 990 }));
  const gone = (...seats: number[]) => ({ type: "seats_changed", places: [], gone: seats }) as unknown as EventBody;

  test("without a chip is out, with what was won for it; with chips they were moved", () => {
    const drawing = drawingAfter(drawingOf({ ...table, places, hand: over }), gone(2, 3), ME);
    expect(drawing.out).toEqual([{ seat: 2, player: 12, name: "P12", bounty: 500 }]);
    expect(drawing.table.places.map((one) => one.player), "who is out is drawn until the next hand").toEqual([ME, 12]);
    const next = drawingAfter(drawing, begun, ME);
    expect([next.out, next.table.places.map((one) => one.player)]).toEqual([[], [ME]]);
  });

  test("leaves the last hand on the felt", () => {
    const drawing = drawingAfter(drawingOf({ ...table, places, hand: over }), { type: "table_waits", players: 1 }, ME);
    expect(drawing.table).toMatchObject({ waits_for: 1, hand: over });
    const atCash = drawingAfter(drawingOf({ ...cash, hand: over }), { type: "table_waits", players: 1 }, ME);
    expect(atCash.table.hand).toBeNull();
  });

  test("in the middle of a hand was not knocked out", () => {
    const drawing = drawingAfter(drawingOf({ ...table, places, hand: { ...over, is_over: false } }), gone(2), ME);
    expect(drawing.out).toEqual([]);
  });
});

describe("moving to another table", () => {
  const seated = (to: number) => news.hear({ type: "tournament_seated", tournament: 3, table: to, seat: 1, stack: 9, cause: "balancing" }, me);

  async function twoTables(): Promise<void> {
    tables.follow([7, 8], ME);
    await vi.advanceTimersByTimeAsync(0);
    await vi.dynamicImportSettled();
  }

  test("shows a card for a moment, and the new table takes the old one's place", async () => {
    await twoTables();
    router.go("/table/7");
    seated(9);
    tables.follow([8, 9], ME);
    await vi.dynamicImportSettled();
    expect(tables.shown.map((one) => one.id), "nothing has moved yet").toEqual([7, 8]);
    await vi.advanceTimersByTimeAsync(100);
    expect(moving.to).toBe(9);
    await vi.advanceTimersByTimeAsync(CARD_MS);
    expect(moving.to).toBeNull();
    expect(tables.shown.map((one) => one.id), "the other table stays where it is").toEqual([9, 8]);
    expect(router.path).toBe("/table/9");
  });

  test("leaves whoever looks at another table there", async () => {
    await twoTables();
    router.go("/table/8");
    seated(9);
    tables.follow([8, 9], ME);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(100 + CARD_MS);
    expect(router.path).toBe("/table/8");
  });
});

describe("a result", () => {
  test("waits until the hand is drawn to its end", () => {
    const store = opened();
    show({ ...table, hand: { ...hand, chips_in: 15 } });
    tables.open.set(7, store);
    const seen = vi.fn();
    whenSettled(7, 60_000, seen);
    for (const event of [
      { type: "shown", seat: 1, hole: [51, 50] },
      { type: "board_dealt", street: "flop", cards: [1, 2, 3] },
      { type: "board_dealt", street: "turn", cards: [4] },
      { type: "board_dealt", street: "river", cards: [5] },
      { type: "pot_awarded", pot: 0, seats: [1], shares: [15], rake: 0 },
    ]) hear(event as unknown as EventBody);
    vi.advanceTimersByTime(3_000);
    expect(store.hand?.board.length, "the run-out is still drawn").toBeLessThan(5);
    expect(seen).not.toHaveBeenCalled();
    vi.advanceTimersByTime(6_000);
    expect(store.hand?.board.length).toBe(5);
    expect(store.won.size).toBe(1);
    expect(seen).toHaveBeenCalledOnce();
  });

  test("keeps the table until it was put away, and adds the bounties up", async () => {
    tables.follow([7], ME);
    await vi.advanceTimersByTimeAsync(0);
    await vi.dynamicImportSettled();
    show(table);
    news.hear({ type: "bounty_won", tournament: 3, cash: 200, added: 0 }, me);
    news.hear({ type: "bounty_won", tournament: 3, cash: 300, added: 0 }, me);
    news.hear({ type: "tournament_result", tournament: 3, name: "Evening", place: 2, prize: 0, is_seat: false, held: false, plays_on: false }, me);
    news.hear({ type: "tournament_result", tournament: 3, name: "Evening", place: 2, prize: 900, is_seat: false, held: false, plays_on: false }, me);
    tables.follow([], ME);
    expect(news.results.get(3)).toMatchObject({ place: 2, prize: 900, bounties: 500 });
    expect(tables.open.has(7)).toBe(true);
    news.putAway(3);
    expect(tables.open.has(7)).toBe(false);
  });

  test("of who is out while others can still enter comes later; meanwhile they may enter again", () => {
    news.hear({ type: "tournament_out", tournament: 3, cause: "busted" }, me);
    expect(news.results.get(3)).toMatchObject({ name: "Evening", place: 0 });
    news.putAway(3);
    // The place of the earlier entry takes no seat away from who has entered again, and shows no sheet.
    const late = { type: "tournament_result", tournament: 3, name: "Evening", place: 9, prize: 0, is_seat: false, held: false, plays_on: true } as const;
    news.hear(late, me);
    expect(news.results.has(3)).toBe(false);
    expect(afterEvent(me, late).tournaments).toEqual(me.tournaments);
    expect(afterEvent(me, { ...late, plays_on: false }).tournaments).toEqual([]);
  });
});

test("everybody at merging tables reads which one is closed", () => {
  const merged = { type: "tables_merged", broken: 2, into: [4], is_final: false } as const;
  expect(mergedWords({ ...merged, into: [4] }, 4)).toBe("Table 2 is closed. Its players join this table.");
  expect(mergedWords({ ...merged, into: [4] }, 2)).toBe("This table is closed. Its players go on at table 4.");
  expect(mergedWords({ ...merged, into: [4], is_final: true }, 4)).toContain("This is the final table.");
  const store = opened();
  show(table);
  hear({ ...merged, into: [4] } as unknown as EventBody);
  expect(store.notices.lines.at(-1)).toMatchObject({ kind: "house", text: "Table 2 is closed. Its players join this table." });
  expect(toasts.map((one) => one.kind)).toEqual(["house"]);
});

test("who loses the connection in a tournament has extra time, and everybody reads it", () => {
  const store = opened();
  show(table);
  const lost = { seat: 2, player: 12, name: "P12", stack: 1_000, bank_ms: 0, away: null, connected: false, kind: "person", bounty: 0 };
  hear({ type: "seats_changed", places: [lost], gone: [] } as unknown as EventBody);
  expect(store.notices.lines.at(-1)).toMatchObject({ rule: "TTB-04", text: "P12 has lost the connection and has extra time to come back." });
});

describe("chips that are bought while the last hand lies there", () => {
  const over = { ...hand, is_over: true, seats: [seat(1, { won: 20 }), seat(2, { stack: 0 }), seat(3)] };
  const places = [place(1, ME), place(2, 12), place(3, 13)].map((one) => ({ ...one, stack: 990 }));
  const chips = (number: number, player: number, stack: number) =>
    ({ type: "seats_changed", places: [{ ...place(number, player), stack, away: null, bounty: 0 }], gone: [] }) as unknown as EventBody;
  const stacks = (drawing: ReturnType<typeof drawingOf>) => drawing.table.hand?.seats.map((one) => one.stack);

  test("are on the seat at once, in place of what it won", () => {
    const before = drawingOf({ ...table, places, hand: over });
    expect([stacks(before), before.won.get(1)]).toEqual([[990, 0, 990], 20]);
    const after = drawingAfter(before, chips(1, ME, 2_990), ME);
    expect([stacks(after), after.won.size]).toEqual([[2_990, 0, 990], 0]);
    expect(stacks(drawingAfter(after, chips(2, 12, 1_500), ME)), "a re-buy as well").toEqual([2_990, 1_500, 990]);
  });

  test("are there for who comes in meanwhile", () => {
    const bought = places.map((one) => (one.seat === 3 ? { ...one, stack: 2_990 } : one));
    expect(stacks(drawingOf({ ...table, places: bought, hand: over }))).toEqual([990, 0, 2_990]);
  });

  test("leave the felt alone while the hand is played, and where seats are as the hand left them", () => {
    const dealt = drawingOf({ ...table, places, hand: { ...over, is_over: false } });
    expect(stacks(drawingAfter(dealt, chips(1, ME, 2_990), ME))).toEqual([990, 0, 990]);
    const same = drawingAfter(drawingOf({ ...table, places, hand: over }), chips(1, ME, 990), ME);
    expect(same.won.get(1)).toBe(20);
  });
});

describe("the text mode of a tournament", () => {
  function atTable() {
    const store = opened();
    show(table);
    tournaments.follow(3);
    tournaments.open.get(3)!.view = view;
    return store;
  }

  test("says level, place, prizes and time bank", () => {
    const store = atTable();
    expect(command(store, "level")).toBe("Level 7: 200/400 (50). The next level is in 1:00.");
    expect(command(store, "place")).toBe("3 of 13 players left. You are 2nd of 3. The average is 4,333, 10.8 BB.");
    expect(command(store, "prizes")).toBe("Place 1: 50. Place 2: 30. Place 3: 20.");
    expect(command(store, "bank")).toBe("Time bank 1:00");
    expect(command(store, "help")).toContain("deal icm");
  });

  test("sits out, comes back, buys chips, and talks about a deal", () => {
    const store = atTable();
    for (const one of ["out", "back", "rebuy", "addon", "deal icm"]) command(store, one);
    expect(line.asked.map((wish) => wish.t)).toEqual(expect.arrayContaining(["go_away", "play_again", "rebuy", "add_on", "propose_deal"]));
    expect(command(store, "deal")).toContain("deal chips");
    expect(command(store, "accept")).toBe("Nobody has proposed a deal.");
    const deal = { deal: 5, kind: "icm", by: 12, shares: { 1: 3_200, 2: 3_900, 3: 2_900 }, accepted: [2], left_to_play_for: 0, until_ms: 9_000 };
    tournaments.open.get(3)!.view = { ...view, deal } as unknown as TournamentView;
    expect(command(store, "deal")).toBe("P12 proposes a deal: ICM; P12: 39; P11: 32; P13: 29");
    command(store, "refuse");
    expect(asked("refuse_deal")).toEqual([{ t: "refuse_deal", deal: 5, ch: "tournament:3" }]);
  });

  test("has none of this at a cash table", () => {
    expect(command(opened(), "prizes")).toBe("There is no tournament at this table.");
  });
});
