// Pre-selected actions: bound to hand, street and amount, carried out by the server.

import type { Intend } from "../../wire";
import type { HandView, TableView } from "./types";
import { seatOf } from "../update/table";

export interface Intention {
  hand: number;
  street: string;
  to_call: number;
  a: Exclude<Intend["a"], "none">;
}

/** What a call would add for a seat now. */
export function toCall(hand: HandView, number: number): number {
  const seat = seatOf(hand, number);
  if (!seat) return 0;
  const highest = Math.max(...hand.seats.map((one) => one.bet));
  return Math.min(seat.stack, highest - seat.bet);
}

/** What can be pre-selected: by whether there is a bet to call. */
export function choices(toCall: number): Intention["a"][] {
  return toCall === 0 ? ["check_fold", "check", "call_any"] : ["fold", "call", "call_any"];
}

/**
 * Whether an intention no longer holds: at the end of its street and hand, and, when it names an
 * amount, as soon as the amount changes. Check/fold becomes fold when a bet comes, so it stays.
 */
export function expired(intention: Intention, table: TableView | null, number: number | null): boolean {
  const hand = table?.hand;
  if (!hand || number === null || hand.is_over || table.number !== intention.hand) return true;
  if (hand.street !== intention.street || !seatOf(hand, number)?.live) return true;
  if (intention.a === "check_fold" || intention.a === "call_any") return false;
  return toCall(hand, number) !== intention.to_call;
}
