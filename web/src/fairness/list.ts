// `L`, the list: what is fixed when a hand is about to start. Exactly one form of bytes is read.

import { ascii, join, same, u8, u64, type Bytes } from "./bytes";
import { HASH_BYTES, tagged } from "./hashing";
import { SOURCE_SEAT } from "./seats";
import type { HandContext } from "../wire";

const NUMBER_BYTES = 8;
const NUMBER_MAX = 2n ** 53n;

export interface Entry {
  seat: number;
  player: number;
  /** Null for a seat that contributes nothing to the cut. */
  commitment: Bytes | null;
}

export interface HandList {
  context: HandContext;
  number: number;
  roots: [Bytes, Bytes];
  game: string;
  button: number;
  /** In the order in which they are dealt. */
  seats: number[];
  entries: Entry[];
}

export function encodeContext(context: HandContext): Bytes {
  return join(u64(context.room), u64(context.table), u64(context.epoch), u64(context.hand));
}

export function encodeList(list: HandList): Bytes {
  return join(
    encodeContext(list.context),
    u64(list.number),
    ...list.roots,
    u8(list.game.length),
    ascii(list.game),
    u8(list.button),
    u8(list.seats.length),
    Uint8Array.from(list.seats),
    u8(list.entries.length),
    ...list.entries.map(({ seat, player, commitment }) =>
      join(u8(seat), u64(player), commitment ? join(u8(1), commitment) : u8(0)),
    ),
  );
}

/** `H(L)`: what is signed, and what the cut is made of. */
export function listHash(encoded: Uint8Array): Bytes {
  return tagged("list", encoded);
}

/** `h_i`: it fixes a seed without telling it. */
export function seedCommitment(context: HandContext, seat: number, player: number, seed: Uint8Array): Bytes {
  return tagged("seed", encodeContext(context), u8(seat), u64(player), seed);
}

export function committedOf(list: HandList): Entry[] {
  return list.entries.filter((entry) => entry.commitment !== null);
}

/** The list of these bytes; null unless they are exactly what the list encodes to. */
export function readList(encoded: Bytes): HandList | null {
  const list = new ListReader(encoded).list();
  return list && isWhole(list) && same(encodeList(list), encoded) ? list : null;
}

/** Whether every seat that is dealt in is listed once, in order, with the seed source. */
function isWhole({ game, seats, entries }: HandList): boolean {
  if (!/^[\x00-\x7f]*$/.test(game)) return false;
  const wanted = [...new Set([...seats, SOURCE_SEAT])].sort((one, other) => one - other);
  const isListed = wanted.length === entries.length && wanted.every((seat, at) => entries[at]!.seat === seat);
  return isListed && new Set(seats).size === seats.length && seats.length >= 2 && !seats.includes(SOURCE_SEAT);
}

class ListReader {
  #at = 0;
  #isShort = false;

  constructor(readonly bytes: Bytes) {}

  list(): HandList | null {
    const context = { room: this.#number(), table: this.#number(), epoch: this.#number(), hand: this.#number() };
    const number = this.#number();
    const roots: [Bytes, Bytes] = [this.#take(HASH_BYTES), this.#take(HASH_BYTES)];
    const game = String.fromCharCode(...this.#take(this.#byte()));
    const button = this.#byte();
    const seats = [...this.#take(this.#byte())];
    const entries = Array.from({ length: this.#byte() }, () => this.#entry());
    return this.#isShort ? null : { context, number, roots, game, button, seats, entries };
  }

  #entry(): Entry {
    const [seat, player] = [this.#byte(), this.#number()];
    return { seat, player, commitment: this.#byte() === 1 ? this.#take(HASH_BYTES) : null };
  }

  #take(count: number): Bytes {
    const taken = this.bytes.slice(this.#at, this.#at + count);
    this.#at += count;
    this.#isShort ||= taken.length < count;
    return taken;
  }

  #byte(): number {
    return this.#take(1)[0] ?? 0;
  }

  #number(): number {
    const taken = this.#take(NUMBER_BYTES);
    if (taken.length < NUMBER_BYTES) return 0;
    const number = new DataView(taken.buffer).getBigUint64(0);
    this.#isShort ||= number > NUMBER_MAX;
    return Number(number);
  }
}
