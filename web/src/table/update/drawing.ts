// What is drawn of a table after an event: the table itself, and what only the screen keeps. Pure.

import type { TableView, EventBody } from "../state/types";
import { badgesAfter, collects, type Badges } from "./badges";
import { beginsHand, seatOf, update } from "./table";

export interface KnockedOut {
  seat: number;
  player: number;
  name: string;
  bounty: number;
}

export interface Drawing {
  table: TableView;
  /** The last action of every seat on this street. */
  badges: Badges;
  /** Whether the last bets of the street have been moved to the middle. */
  isCollected: boolean;
  /** What every seat has won of the hand so far. */
  won: ReadonlyMap<number, number>;
  /** Who has lost their last chip in the hand, with what was won for it; they are drawn until the next one. */
  out: readonly KnockedOut[];
  /** Whether the last hand was rolled back: every bet of it is with its player again. */
  wentBack: boolean;
}

/** A table as somebody finds it who comes in. */
export function drawingOf(table: TableView): Drawing {
  const winners = table.hand?.seats.filter((seat) => seat.won > 0) ?? [];
  const drawing: Drawing = {
    table,
    badges: {},
    isCollected: table.hand?.is_over ?? false,
    won: new Map(winners.map((seat) => [seat.seat, seat.won])),
    out: [],
    wentBack: false,
  };
  // Who has no chip left in the hand may be out, which the seats may not say yet.
  return withChips(drawing, table.places.filter((place) => table.hand && seatOf(table.hand, place.seat)?.stack !== 0));
}

/** The drawing after `event`; the old one stays as it was. */
export function drawingAfter(drawing: Drawing, event: EventBody, viewer: number): Drawing {
  const wentBack = event.type === "hand_rolled_back" || event.type === "hand_taken_back";
  const table = update(isForgotten(event) ? withoutOut(drawing) : drawing.table, event, viewer);
  // Who has won the last hand of a tournament's table lies there until the next one, if there is any.
  if (event.type === "table_waits" && table.game.type === "tournament") return { ...drawing, table: { ...table, hand: drawing.table.hand } };
  const out = outAfter(drawing, event);
  const after: Drawing = {
    table: withOut(table, drawing.table.places, out),
    badges: badgesAfter(drawing.badges, event, drawing.table.hand),
    isCollected: collects(event) ?? drawing.isCollected,
    won: wonAfter(drawing.won, event),
    out,
    wentBack: wentBack || (!beginsHand(event) && drawing.wentBack),
  };
  return event.type === "seats_changed" ? withChips(after, event.places) : after;
}

/** Chips that are bought while the last hand still lies there are on the seat at once, in place of what it won (TAMB-69). */
function withChips(drawing: Drawing, places: readonly { seat: number; stack: number }[]): Drawing {
  const { table, won } = drawing;
  const { hand } = table;
  if (!hand?.is_over || table.game.type !== "tournament") return drawing;
  const bought = new Map(places.filter(({ seat, stack }) => (seatOf(hand, seat)?.stack ?? stack) !== stack).map(({ seat, stack }) => [seat, stack]));
  if (bought.size === 0) return drawing;
  const seats = hand.seats.map((seat) => ({ ...seat, stack: bought.get(seat.seat) ?? seat.stack }));
  return { ...drawing, table: { ...table, hand: { ...hand, seats } }, won: new Map([...won].filter(([seat]) => !bought.has(seat))) };
}

/** Whether the last hand and who lost their chips in it are off the felt. */
function isForgotten(event: EventBody): boolean {
  return beginsHand(event) || event.type === "hand_taken_back";
}

function withoutOut({ table, out }: Drawing): TableView {
  return out.length === 0 ? table : { ...table, places: table.places.filter((place) => !out.some((one) => one.seat === place.seat && one.player === place.player)) };
}

/** A player of a tournament who goes without a chip is out; with chips they were moved. */
function outAfter({ out, table }: Drawing, event: EventBody): readonly KnockedOut[] {
  if (isForgotten(event)) return [];
  if (event.type !== "seats_changed") return out;
  const broke = table.hand?.is_over ? table.hand.seats.filter((seat) => seat.stack === 0).map((seat) => seat.seat) : [];
  const isNew = (seat: number) => broke.includes(seat) && !out.some((one) => one.seat === seat);
  const gone = table.places.filter((place) => event.gone.includes(place.seat) && isNew(place.seat));
  return [...out, ...gone.map(({ seat, player, name, bounty = 0 }) => ({ seat, player, name, bounty }))];
}

/** The table with everybody who is out on their seat, unless somebody else has it; without them once they are forgotten. */
function withOut(table: TableView, before: TableView["places"], out: readonly KnockedOut[]): TableView {
  const isOut = (place: { seat: number; player: number }) => out.some((one) => one.seat === place.seat && one.player === place.player);
  const missing = before.filter((place) => isOut(place) && !table.places.some((one) => one.seat === place.seat));
  if (missing.length === 0) return table;
  return { ...table, places: [...table.places, ...missing.map((place) => ({ ...place, stack: 0 }))].sort((one, other) => one.seat - other.seat) };
}

function wonAfter(before: Drawing["won"], event: EventBody): Drawing["won"] {
  if (beginsHand(event) || event.type === "table_waits") return new Map();
  if (event.type !== "pot_awarded") return before;
  const won = new Map(before);
  for (const [place, seat] of event.seats.entries()) won.set(seat, (won.get(seat) ?? 0) + (event.shares[place] ?? 0));
  return won;
}
