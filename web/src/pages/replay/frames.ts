// A stored hand as pictures: one frame after each event, each complete in itself.

import type { Key, Values } from "../../i18n/index.svelte";
import type { MadeAt, Replay } from "../../wire";

type HandEvent = Replay["events"][number];
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
  said: Line | null;
}

/** A sentence; `amount` and `name` among its values are filled in when it is drawn. */
export interface Line {
  key: Key;
  values: Values;
  amount: number;
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
  line: Line;
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
        seat, name, position, stack, bet: 0, hole: [], isFolded: false, isAllIn: false, isWinner: false, said: null,
      });
    }
  }

  show(event: HandEvent): void {
    switch (event.type) {
      case "hand_started":
        return this.#frame(null, { key: "pages.said_start", values: {}, amount: event.big_blind });
      case "posted":
        return this.#post(event.seat, event.kind, event.by);
      case "hole_dealt":
        for (const [place, seat] of event.seats.entries()) this.#change(seat, { hole: event.hole[place] ?? [] });
        return this.#frame(null, { key: "pages.said_deal", values: {}, amount: 0 });
      case "folded":
      case "hand_killed":
        this.#change(event.seat, { isFolded: true });
        return this.#say(event.seat, "pages.said_fold");
      case "checked":
        return this.#say(event.seat, "pages.said_check");
      case "called":
        this.#bet(event.seat, event.by);
        return this.#say(event.seat, this.#isAllIn(event.seat) ? "pages.said_call_all_in" : "pages.said_call", event.by);
      case "raised":
        return this.#raise(event.seat, event.to);
      case "board_dealt":
        return this.#deal(event.street, event.cards);
      case "uncalled_returned":
        this.#bet(event.seat, -event.by);
        return this.#say(event.seat, "pages.said_uncalled", event.by, false);
      case "shown":
      case "force_shown":
        this.#toShowdown();
        this.#change(event.seat, { hole: event.hole });
        return this.#say(event.seat, "pages.said_show", 0, false);
      case "mucked":
        this.#toShowdown();
        this.#change(event.seat, { isFolded: true });
        return this.#say(event.seat, "pages.said_muck", 0, false);
      case "pot_awarded":
        return this.#award(event.seats, event.shares, event.rake);
      case "hand_voided":
        return this.#frame(null, { key: "pages.said_void", values: {}, amount: 0 });
    }
  }

  #post(seat: number, kind: string, by: number): void {
    if (DEAD_POSTS.has(kind)) {
      this.#change(seat, { stack: this.#of(seat).stack - by });
      this.#collected += by;
    } else this.#bet(seat, by);
    this.#say(seat, `pages.said_post_${kind}` as Key, by);
  }

  #raise(seat: number, to: number): void {
    const isBet = this.#highest === 0;
    this.#bet(seat, to - this.#of(seat).bet);
    const word = this.#isAllIn(seat) ? "all_in" : isBet ? "bet" : "raise";
    this.#say(seat, `pages.said_${word}`, to);
  }

  #deal(street: Street, cards: readonly number[]): void {
    this.#gather();
    this.#street = street;
    this.#board = [...this.#board, ...cards];
    this.#frame(null, { key: `pages.said_${street}` as Key, values: {}, amount: 0 });
  }

  #award(seats: readonly number[], shares: readonly number[], rake: number): void {
    this.#gather();
    if (this.#street !== "showdown") this.#street = "end";
    const paid = shares.reduce((sum, share) => sum + share, 0);
    this.#awarded += paid + rake;
    for (const [place, seat] of seats.entries()) {
      this.#change(seat, { stack: this.#of(seat).stack + (shares[place] ?? 0), isWinner: true });
    }
    const name = seats.map((seat) => this.#of(seat).name).join(", ");
    this.#frame(seats[0] ?? null, { key: "pages.said_win", values: { name }, amount: paid });
  }

  #toShowdown(): void {
    this.#gather();
    this.#street = "showdown";
  }

  /** Bets go to the middle, and what was said on the street is said no more. */
  #gather(): void {
    for (const seat of this.#seats.values()) {
      this.#collected += seat.bet;
      this.#change(seat.seat, { bet: 0, said: seat.isFolded ? seat.said : null });
    }
    this.#highest = 0;
  }

  #bet(seat: number, by: number): void {
    const { stack, bet } = this.#of(seat);
    this.#change(seat, { stack: stack - by, bet: bet + by, isAllIn: stack - by === 0 });
    this.#highest = Math.max(this.#highest, bet + by);
  }

  #say(seat: number, key: Key, amount = 0, isKept = true): void {
    const line = { key, values: { name: this.#of(seat).name }, amount };
    if (isKept) this.#change(seat, { said: line });
    this.#frame(seat, line);
  }

  #frame(actor: number | null, line: Line): void {
    const seats = [...this.#seats.values()];
    const pot = this.#collected + seats.reduce((sum, one) => sum + one.bet, 0);
    const left = pot - this.#awarded;
    this.frames.push({ street: this.#street, board: this.#board, seats, pot, left, actor, line });
  }

  #of(seat: number): SeatFrame {
    const found = this.#seats.get(seat);
    if (found === undefined) throw new Error(`seat ${seat} was not dealt in`);
    return found;
  }

  #isAllIn(seat: number): boolean {
    return this.#of(seat).isAllIn;
  }

  #change(seat: number, change: Partial<SeatFrame>): void {
    this.#seats.set(seat, { ...this.#of(seat), ...change });
  }
}
