// What is drawn of a table after an event: the table itself, and what only the screen keeps. Pure.

import type { TableView, EventBody } from "../state/types";
import { badgesAfter, collects, type Badges } from "./badges";
import { update } from "./table";

export interface KnockedOut {
  seat: number;
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
  /** Who has lost their last chip in the hand, with what was won for it. */
  out: readonly KnockedOut[];
  /** Whether the last hand was rolled back: every bet of it is with its player again. */
  wentBack: boolean;
}

/** A table as somebody finds it who comes in. */
export function drawingOf(table: TableView): Drawing {
  const winners = table.hand?.seats.filter((seat) => seat.won > 0) ?? [];
  return {
    table,
    badges: {},
    isCollected: table.hand?.is_over ?? false,
    won: new Map(winners.map((seat) => [seat.seat, seat.won])),
    out: [],
    wentBack: false,
  };
}

/** The drawing after `event`; the old one stays as it was. */
export function drawingAfter(drawing: Drawing, event: EventBody, viewer: number): Drawing {
  const wentBack = event.type === "hand_rolled_back" || event.type === "hand_taken_back";
  return {
    table: update(drawing.table, event, viewer),
    badges: badgesAfter(drawing.badges, event, drawing.table.hand),
    isCollected: collects(event) ?? drawing.isCollected,
    won: wonAfter(drawing.won, event),
    out: outAfter(drawing, event),
    wentBack: wentBack || (event.type !== "hand_dealt" && drawing.wentBack),
  };
}

/** A player of a tournament who goes without a chip is out; with chips they were moved. */
function outAfter({ out, table }: Drawing, event: EventBody): readonly KnockedOut[] {
  if (event.type === "hand_dealt" || event.type === "hand_taken_back") return [];
  if (event.type !== "seats_changed") return out;
  const broke = table.hand?.is_over ? table.hand.seats.filter((seat) => seat.stack === 0).map((seat) => seat.seat) : [];
  const gone = table.places.filter((place) => event.gone.includes(place.seat) && broke.includes(place.seat));
  return [...out, ...gone.map(({ seat, name, bounty = 0 }) => ({ seat, name, bounty }))];
}

function wonAfter(before: Drawing["won"], event: EventBody): Drawing["won"] {
  if (["hand_dealt", "hand_started", "table_waits"].includes(event.type)) return new Map();
  if (event.type !== "pot_awarded") return before;
  const won = new Map(before);
  for (const [place, seat] of event.seats.entries()) won.set(seat, (won.get(seat) ?? 0) + (event.shares[place] ?? 0));
  return won;
}
