// When events are drawn. They are true at once; a run-out and a showdown are drawn one after the
// other, so that one can follow them. A client that falls behind drops the pauses, never an action.

import type { EventBody } from "../../wire";
import { isAction } from "../words/sentences";
import { beginsHand } from "./table";

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
