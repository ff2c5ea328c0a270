// The operator's view of a running tournament: tables as tiles with stacks, and moves as they happen.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LiveField } from "../src/pages/operator/tournaments/live_field.svelte";
import Manage from "../src/pages/operator/tournaments/Manage.svelte";
import type { ChannelFrame } from "../src/state/connection.svelte";
import { session } from "../src/state/session.svelte";
import { tournaments } from "../src/state/tournaments.svelte";
import type { Myself, PlayerRow, TableRow, TournamentView } from "../src/wire";
import { line } from "./line";

vi.mock("../src/state/connection.svelte", async () => (await import("./line")).silent);

const row = (entry: number, table: number | null, stack: number, more: Partial<PlayerRow> = {}): PlayerRow => ({
  entry, player: entry, name: `P${entry}`, kind: "person", stack, table, place: 0, prize: 0, bounty: 0, number: 1, ...more,
});
const BOTH: TableRow[] = [{ table: 70, number: 1, players: 2 }, { table: 80, number: 2, players: 2 }];
const PLAYERS = [row(1, 70, 900), row(2, 80, 700), row(3, 70, 300), row(4, 80, 100)];
const view = {
  row: { tournament: 3, name: "Evening", left: 4, entries: 4, chips: 2_000, seats: 6, currency: "XPM", phase: "running", kind: "scheduled", marks: [], starts_ms: 0, guarantee: 0, pool: 0, price: 500, price_max: 500 },
  info: { levels: [] }, level: { level: 2, small: 10, big: 20, ante: 0, ends_ms: null }, level_s: [600], breaks: false, pauses: [], hand_for_hand: false,
  prizes: [], prizes_final: true, players: PLAYERS, players_count: 4, tables: BOTH, deal: null, me: null, chat: [],
} as unknown as TournamentView;
const asked: string[] = [];
let page: Record<string, unknown> | undefined;

beforeEach(() => {
  asked.length = 0;
  session.me = { player: 9, role: "administrator" } as unknown as Myself;
});
afterEach(async () => {
  if (page) await unmount(page);
  page = undefined;
  tournaments.open.clear();
  session.me = null;
  vi.unstubAllGlobals();
});

function show(first: TournamentView): void {
  page = mount(Manage, { target: document.body, props: { tournament: 3 } });
  flushSync();
  hear({ t: "snapshot", ch: "tournament:3", seq: 1, d: first });
}

function hear(frame: unknown): void {
  line.listener!(frame as ChannelFrame);
  flushSync();
}

const change = (d: object) => hear({ t: "event", ch: "tournament:3", seq: 2, d: { type: "tournament_changed", ...d } });
const said = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent.replace(/\s+/g, " ").trim());

test("a table that is broken and a player who is out are told as they happen, by the tables' numbers", () => {
  show(view);
  expect(said("[data-tile] h3")).toEqual(["Table 1 2", "Table 2 2"]);
  expect(said("[data-tile='2'] ol li")).toEqual(["P2700", "P4100"]);
  expect(said("[data-moves='0'] li")).toHaveLength(1);
  change({ players: [row(3, null, 0, { place: 4 }), row(1, 70, 1_200)] });
  expect(said("[data-moves] li")).toEqual(["P3 is out, at table 1."]);
  // Table 2 is no more, and is still called table 2.
  change({ tables: [{ table: 70, number: 1, players: 3 }], players: [row(2, 70, 700), row(4, 70, 100)] });
  expect(said("[data-moves] li")).toEqual(["P2 moves from table 2 to table 1.", "P4 moves from table 2 to table 1.", "P3 is out, at table 1."]);
  expect(said("[data-tile] ol li")).toEqual(["P11,200", "P2700", "P4100"]);
});

test("in a large field those behind the largest stacks are asked for: they are on the tiles and can be judged", async () => {
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(path.endsWith("/standing") ? { entries: [], place: 0 } : { players: PLAYERS.slice(2), count: 4 }));
  });
  show({ ...view, players: PLAYERS.slice(0, 2) });
  await vi.waitFor(() => expect(said("[data-tile='2'] ol li")).toEqual(["P2700", "P4100"]));
  expect(asked).toContain("/api/tournaments/3/players?offset=2&limit=200");
  const find = document.querySelector<HTMLInputElement>("input[type=search]")!;
  find.value = "p4";
  find.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
  expect(said("[data-entry]")).toHaveLength(1);
  expect(document.querySelector("[data-entry='4'] [aria-label='Disqualify: P4']")).not.toBeNull();
});

test("whoever drops out of the rows of the channel stays where they were, and who unregisters is gone", () => {
  const field = new LiveField();
  const large = (players: PlayerRow[]) => ({ ...view, players, players_count: 9 });
  field.hear(large([row(1, 70, 900), row(2, 80, 700)]), 0);
  field.hear(large([row(3, 70, 950), row(1, 70, 900)]), 1);
  expect(field.rows.map((one) => [one.entry, one.table])).toEqual([[3, 70], [1, 70], [2, 80]]);
  field.read([row(3, 70, 950), row(1, 70, 900)], [row(2, 70, 650)], 2);
  expect(field.moves.map((move) => [move.name, move.from, move.to])).toEqual([["P2", 2, 1]]);
  const waiting = new LiveField();
  waiting.read([row(1, null, 0)], [row(2, null, 0)], 0);
  waiting.read([row(1, null, 0)], [], 1);
  expect(waiting.rows.map((one) => one.entry)).toEqual([1]);
});
