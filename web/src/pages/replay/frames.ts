// A stored hand as pictures: one frame after each event, each complete in itself.

import type { Badge } from "../../table/update/badges";
import type { MadeAt, Replay } from "../../wire";

export type HandEvent = Replay["events"][number];
/** "showdown" is where hands are shown, "end" where the last one in is paid unseen. */
export type Street = "preflop" | "flop" | "turn" | "river" | "showdown" | "end";

export interface SeatFrame {
  seat: number;
  name: string;
  position: string;
  stack: number;
  /** What lies in front of the seat on this street. */
  bet: number;
  hole: readonly number[];
  isFolded: boolean;
  isAllIn: boolean;
  isWinner: boolean;
  /** The last thing that the seat did on this street. */
  badge: Badge | null;
}

export interface Frame {
  street: Street;
  board: readonly number[];
  seats: readonly SeatFrame[];
  /** Everything that was bet, also while it is being paid out. */
  pot: number;
  /** What of it is not paid out yet. */
  left: number;
  actor: number | null;
  /** What has just happened. */
  event: HandEvent;
  isBet: boolean;
  isAllIn: boolean;
}

const DEAD_POSTS = new Set(["ante", "table_ante", "dead"]);

/** All frames of a hand; the first is the table before the cards. */
export function framesOf(replay: Replay): Frame[] {
  const table = new Reel(replay);
  for (const event of replay.events) table.show(event);
  return table.frames;
}

/** The made hand of a seat in a frame, if its cards are known. */
export function madeIn(replay: Replay, frame: Frame, seat: number): MadeAt | undefined {
  const street = streetOf(frame.board);
  return replay.made.find((one) => one.seat === seat && one.street === street);
}

/** The frames at which a new street begins, for jumping there. */
export function marks(frames: readonly Frame[]): { street: Street; place: number }[] {
  const found: { street: Street; place: number }[] = [];
  for (const [place, frame] of frames.entries()) {
    if (found.at(-1)?.street !== frame.street) found.push({ street: frame.street, place });
  }
  return found;
}

function streetOf(board: readonly number[]): Street {
  return board.length >= 5 ? "river" : board.length === 4 ? "turn" : board.length === 3 ? "flop" : "preflop";
}

class Reel {
  frames: Frame[] = [];
  #street: Street = "preflop";
  #board: number[] = [];
  #collected = 0;
  #awarded = 0;
  #highest = 0;
  #seats = new Map<number, SeatFrame>();

  constructor(replay: Replay) {
    for (const { seat, name, stack, position } of replay.seats) {
      this.#seats.set(seat, {
        seat, name, position, stack, bet: 0, hole: [], isFolded: false, isAllIn: false, isWinner: false, badge: null,
      });
    }
  }

  show(event: HandEvent): void {
    const isBet = event.type === "raised" && this.#highest === 0;
    const actor = this.#apply(event, isBet);
    const isAllIn = (event.type === "called" || event.type === "raised") && this.#of(event.seat).isAllIn;
    const seats = [...this.#seats.values()];
    const pot = this.#collected + seats.reduce((sum, one) => sum + one.bet, 0);
    const left = pot - this.#awarded;
    this.frames.push({ street: this.#street, board: this.#board, seats, pot, left, actor, event, isBet, isAllIn });
  }

  /** Change the table; the seat that acted, if one did. */
  #apply(event: HandEvent, isBet: boolean): number | null {
    switch (event.type) {
      case "posted":
        return this.#post(event.seat, event.kind, event.by);
      case "hole_dealt":
        for (const [place, seat] of event.seats.entries()) this.#change(seat, { hole: event.hole[place] ?? [] });
        return null;
      case "folded":
      case "hand_killed":
        return this.#change(event.seat, { isFolded: true, badge: { kind: "fold", amount: 0 } });
      case "checked":
        return this.#change(event.seat, { badge: { kind: "check", amount: 0 } });
      case "called":
        this.#bet(event.seat, event.by);
        return this.#note(event.seat, "call", event.by);
      case "raised":
        this.#bet(event.seat, event.to - this.#of(event.seat).bet);
        return this.#note(event.seat, isBet ? "bet" : "raise", event.to);
      case "board_dealt":
        this.#gather();
        this.#street = event.street;
        this.#board = [...this.#board, ...event.cards];
        return null;
      case "uncalled_returned":
        return this.#bet(event.seat, -event.by);
      case "shown":
      case "force_shown":
        this.#toShowdown();
        return this.#change(event.seat, { hole: event.hole });
      case "mucked":
        this.#toShowdown();
        return this.#change(event.seat, { isFolded: true });
      case "pot_awarded":
        return this.#award(event.seats, event.shares, event.rake);
      default:
        return null;
    }
  }

  #post(seat: number, kind: string, by: number): number {
    if (!DEAD_POSTS.has(kind)) return this.#bet(seat, by);
    this.#collected += by;
    return this.#change(seat, { stack: this.#of(seat).stack - by });
  }

  #note(seat: number, kind: Badge["kind"], amount: number): number {
    return this.#change(seat, { badge: { kind: this.#of(seat).isAllIn ? "all_in" : kind, amount } });
  }

  #award(seats: readonly number[], shares: readonly number[], rake: number): number | null {
    this.#gather();
    if (this.#street !== "showdown") this.#street = "end";
    this.#awarded += rake;
    for (const [place, seat] of seats.entries()) {
      const share = shares[place] ?? 0;
      this.#awarded += share;
      this.#change(seat, { stack: this.#of(seat).stack + share, isWinner: true });
    }
    return seats[0] ?? null;
  }

  #toShowdown(): void {
    this.#gather();
    this.#street = "showdown";
  }

  /** Bets go to the middle; what was done on the street is over, but for a fold. */
  #gather(): void {
    for (const seat of this.#seats.values()) {
      this.#collected += seat.bet;
      this.#change(seat.seat, { bet: 0, badge: seat.isFolded ? seat.badge : null });
    }
    this.#highest = 0;
  }

  #bet(seat: number, by: number): number {
    const { stack, bet } = this.#of(seat);
    this.#highest = Math.max(this.#highest, bet + by);
    return this.#change(seat, { stack: stack - by, bet: bet + by, isAllIn: stack - by === 0 });
  }

  #of(seat: number): SeatFrame {
    const found = this.#seats.get(seat);
    if (found === undefined) throw new Error(`seat ${seat} was not dealt in`);
    return found;
  }

  #change(seat: number, change: Partial<SeatFrame>): number {
    this.#seats.set(seat, { ...this.#of(seat), ...change });
    return seat;
  }
}
