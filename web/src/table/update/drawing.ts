// What is drawn of a table, and when. What: the table itself, and what only the screen keeps. When:
// events are true at once; a run-out and a showdown are drawn one after the other, so that one can
// follow them. A client that falls behind drops the pauses, never an action.

import type { TableView, EventBody } from "../state/types";
import { isAction } from "../words/sentences";
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

// When

const REVEAL_MS = 350;
const STREET_MS = 450;
const RUN_OUT_MS: Record<string, number> = { flop: 1_200, turn: 1_500, river: 2_000 };
const AWARD_AFTER_SHOWDOWN_MS = 900;
const AWARD_MS = 350;
/** After a bet that nobody called went back to its player, before the others are collected. */
const UNCALLED_MS = 250;
/** A queue that is longer than any hand's end is drawn at once. */
export const WAITING_MAX = 40;

/** How long to wait between drawing one event and the next; `before` is never that of standing pots. */
export function pauseBetween(before: EventBody | null, next: EventBody): number {
  const kind = before?.type ?? "";
  const isOpen = kind === "shown" || kind === "board_dealt";
  switch (next.type) {
    case "pots_stand":
      return kind === "uncalled_returned" ? UNCALLED_MS : 0;
    case "shown":
      return isOpen ? REVEAL_MS : kind === "uncalled_returned" ? UNCALLED_MS : 150;
    case "board_dealt":
      return isOpen ? (RUN_OUT_MS[next.street] ?? STREET_MS) : STREET_MS;
    case "pot_awarded":
      return isOpen ? AWARD_AFTER_SHOWDOWN_MS : AWARD_MS;
    default:
      return 0;
  }
}

export interface Director {
  /** Draw an event after those that wait, each with its pause. */
  show(event: EventBody): void;
  /** Draw everything that waits at once. */
  hurry(): void;
  /** Forget what waits. */
  clear(): void;
  /** How many events wait to be drawn. */
  readonly waiting: number;
}

/** `draw` is called for every event, in order; `speed` scales the pauses, 0 leaves them out. */
export function director(draw: (event: EventBody) => void, speed: () => number, now: () => number = Date.now): Director {
  const waiting: EventBody[] = [];
  let before: EventBody | null = null;
  let drawnAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function go(): void {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) {
      const due = drawnAt + pauseBetween(before, waiting[0]!) * speed();
      if (waiting.length <= WAITING_MAX && due > now()) {
        timer = setTimeout(go, due - now());
        return;
      }
      drawNext();
    }
  }

  function drawNext(): void {
    const next = waiting.shift()!;
    // Whether cards were shown before decides how long an award waits, not that the pots stand.
    if (next.type !== "pots_stand") before = next;
    drawnAt = now();
    draw(next);
  }

  return {
    get waiting() {
      return waiting.length;
    },
    show(event) {
      // What players do is never late: whatever waits before it is drawn with it.
      if (beginsHand(event) || isAction(event)) this.hurry();
      waiting.push(event);
      if (timer === undefined || waiting.length > WAITING_MAX) go();
    },
    hurry() {
      clearTimeout(timer);
      timer = undefined;
      while (waiting.length > 0) drawNext();
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      waiting.length = 0;
      before = null;
    },
  };
}
