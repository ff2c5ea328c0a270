// The last action of every seat on this street, as it is shown over the name, and whether its bets lie there.

import type { HandView, EventBody } from "../state/types";
import { seatOf } from "./table";

export interface Badge {
  kind: "fold" | "check" | "call" | "bet" | "raise" | "all_in";
  /** What was put in: by for a call, to for a bet or raise. */
  amount: number;
}
export type Badges = Readonly<Record<number, Badge>>;

/** The badges after an event; `before` is the hand before it. A fold stays until the hand ends. */
export function badgesAfter(badges: Badges, event: EventBody, before: HandView | null): Badges {
  switch (event.type) {
    case "hand_dealt":
    case "hand_started":
    case "hand_rolled_back":
    case "hand_taken_back":
    case "table_waits":
      return {};
    case "board_dealt":
      return Object.fromEntries(Object.entries(badges).filter(([, badge]) => badge.kind === "fold"));
    case "folded":
      return { ...badges, [event.seat]: { kind: "fold", amount: 0 } };
    case "checked":
      return { ...badges, [event.seat]: { kind: "check", amount: 0 } };
    case "called": {
      const isAllIn = before !== null && seatOf(before, event.seat)?.stack === event.by;
      return { ...badges, [event.seat]: { kind: isAllIn ? "all_in" : "call", amount: event.by } };
    }
    case "raised":
      return { ...badges, [event.seat]: { kind: raiseKind(before, event.seat, event.to), amount: event.to } };
    default:
      return badges;
  }
}

/** Whether the bets of the street lie in the middle after an event; null when it changes nothing. */
export function collects(event: EventBody): boolean | null {
  switch (event.type) {
    case "board_dealt":
    case "shown":
    case "mucked":
    case "pots_stand":
    case "pot_awarded":
      return true;
    case "hand_started":
    case "posted":
    case "checked":
    case "called":
    case "raised":
    case "folded":
      return false;
    default:
      return null;
  }
}

function raiseKind(before: HandView | null, number: number, to: number): Badge["kind"] {
  const seat = before && seatOf(before, number);
  if (seat && seat.stack + seat.bet === to) return "all_in";
  const isFirst = before !== null && before.seats.every((one) => one.bet === 0);
  return isFirst ? "bet" : "raise";
}
