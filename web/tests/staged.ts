// A table of three in the middle of a hand, and what a store hears of it.

import { TableStore } from "../src/table/state/store.svelte";
import type { HandView, PlaceView, SeatView, TableView, EventBody, Turn } from "../src/table/state/types";
import type { Stake } from "../src/wire";
import { line } from "./line";

export const ME = 11;
export const seat = (number: number, more: Partial<SeatView> = {}): SeatView => ({
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
export const place = (number: number, player: number): PlaceView => ({
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
export const hand: HandView = {
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
const stake: Stake = {
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
};
export const table: TableView = {
  table: 7,
  edition: "en-2.7",
  game: { type: "cash", stake },
  stake,
  number: 1,
  places: [place(1, ME), place(2, 12), place(3, 13)],
  hand,
  clock: { type: "clock_started", hand: 1, seat: 3, deadline_ms: 11_000, bank_ms: 60_000, pots: [], whole_ms: 10_000 },
  frozen: "",
  me: { sit_out: "not", auto_top_up: false, top_up: 0, has_auto_top_up: true, may_post: true, leaves_after: false, posts_by_hand: false },
  waits_for: 0,
  fairness: null,
};
export const turn: Turn = {
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
export const clock: EventBody = { type: "clock_started", hand: 1, seat: 1, deadline_ms: 11_000, bank_ms: 60_000, pots: [], whole_ms: 10_000 };
export const ch = "table:7";
let v = 0;

export const hear = (event: EventBody) => line.listener!({ t: "event", ch, ts: 0, v: (v += 1), d: event });
export const ask = (wanted: Turn = turn) => line.listener!({ t: "turn", ch, ts: 0, d: wanted });
export const show = (shown: TableView) => line.listener!({ t: "snapshot", ch, ts: 0, v: (v += 1), d: shown });
export const begin = () => line.listener!({ t: "sync:begin", ch, ts: 0 });
export const end = () => line.listener!({ t: "sync:end", ch, ts: 0, v });
export function opened(): TableStore {
  const store = new TableStore(7, ME);
  begin();
  show(table);
  end();
  return store;
}
/** What was asked, of one kind. */
export const asked = (kind: string) => line.asked.filter((wish) => wish.t === kind);
