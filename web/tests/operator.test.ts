// The operator's pages, mounted over answers that the test gives.

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { peopleSeated } from "../src/pages/operator/seated";
import Restart from "../src/pages/operator/Restart.svelte";
import Seats from "../src/pages/operator/Seats.svelte";
import { connection } from "../src/state/connection.svelte";
import type { TableOverview } from "../src/wire";

const asked: string[] = [];
let answer: object = {};
let shown: Record<string, unknown> | undefined;

function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): HTMLElement {
  shown = mount(component, { target: document.body, props });
  flushSync();
  return document.body;
}

const table = (number: number, ...players: [player: number, stack: number][]): TableOverview => ({
  table: number, stake: "nl-holdem:ordinary:5:10", game: "nl-holdem", format: "ordinary", small_blind: 5, big_blind: 10,
  seats: 6, hands: 7, is_dealing: true, frozen: "", is_closing: false,
  players: players.map(([player, stack], place) => ({ player, name: `P${player}`, seat: place + 1, stack, is_out: false })),
});
const TABLES = [table(3, [8, 1000], [9, 250]), table(4, [8, 500]), table(5, [8, 1985])];

beforeEach(() => {
  asked.length = 0;
  answer = {};
  vi.stubGlobal("fetch", async (path: string, { body = "" }: RequestInit = {}) => {
    asked.push(`${path} ${String(body)}`.trim());
    return new Response(JSON.stringify(answer));
  });
});
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  connection.drainAt = null;
  vi.unstubAllGlobals();
});

test("a restart that is coming shows when, and can be called off", async () => {
  const page = show(Restart, {});
  expect(page.querySelector("form")).not.toBeNull();
  connection.drainAt = Date.UTC(2026, 10, 16, 12, 30);
  flushSync();
  expect(page.querySelector("form"), "not a second one").toBeNull();
  expect(page.querySelector("[role=status]")!.textContent).toContain("2026");
  page.querySelector("button")!.click();
  await vi.waitFor(() => expect(asked).toEqual(["/api/admin/resume {}"]));
  connection.drainAt = null;
  flushSync();
  expect(page.querySelector("form")).not.toBeNull();
});

test("a player is found with his seats, tables and stacks", async () => {
  answer = { currency: "XPM", tables: TABLES };
  const page = show(Seats, { player: 8 });
  await vi.waitFor(() => expect(page.querySelectorAll("li")).toHaveLength(3));
  expect(asked).toEqual(["/api/admin/floor"]);
  const said = [...page.querySelectorAll("li")].map((line) => line.textContent.replace(/\s+/g, " ").trim());
  expect(said[2]).toBe("Table 5, seat 1 No-limit Hold'em 0.05/0.10 19.85");
});

test("who sits at several tables is one person", () => {
  expect(peopleSeated(TABLES)).toBe(2);
});
