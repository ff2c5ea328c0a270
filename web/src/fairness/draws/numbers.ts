// Uniform numbers from the stream that the room's secret and all seeds make together, and what a start makes of them.

import { hmac } from "@noble/hashes/hmac.js";
import { sha512 } from "@noble/hashes/sha2.js";

import { ascii, join, u64, type Bytes } from "../bytes";
import { tagged } from "../hashing";
import { drawHash } from "./list";

export type RandBelow = (count: number) => number;
export type DrawnSeat = [entry: number, table: number, seat: number];

const WORDS = 1n << 64n;
const WORD_BYTES = 8;
const SEATS_MAX = 64;

/** `K`: nobody knows it before the last seed is revealed. */
export function drawKey(list: Uint8Array, seeds: ReadonlyMap<number, Uint8Array>): Bytes {
  const players = [...seeds.keys()].sort((one, other) => one - other);
  return tagged("drawcut", drawHash(list), ...players.map((player) => join(u64(player), seeds.get(player)!)));
}

/** Draws one number after the other; words that would be biased are thrown away. */
export function numbersOf(secret: Uint8Array, key: Uint8Array): RandBelow {
  const words: bigint[] = [];
  let blocks = 0;
  const word = (): bigint => {
    if (words.length === 0) {
      const block = hmac(sha512, secret, join(ascii("CCO/1|draw|"), key, u64(blocks++)));
      const view = new DataView(block.buffer, block.byteOffset, block.length);
      for (let at = 0; at < block.length; at += WORD_BYTES) words.push(view.getBigUint64(at));
    }
    return words.shift()!;
  };
  return (count) => {
    const limit = WORDS - (WORDS % BigInt(count));
    for (;;) {
      const drawn = word();
      if (drawn < limit) return Number(drawn % BigInt(count));
    }
  };
}

export interface StartQuestion {
  prizes: { count: number; tenths: number }[];
  seats: number;
  entries: number[];
}

/** What is asked at a start: the prize table, the seats of a table, and who is to be seated. */
export function readStart(question: Bytes): StartQuestion | null {
  if (question.length % WORD_BYTES !== 0) return null;
  const view = new DataView(question.buffer, question.byteOffset, question.length);
  const numbers: number[] = [];
  for (let at = 0; at < question.length; at += WORD_BYTES) numbers.push(Number(view.getBigUint64(at)));
  if (!numbers.every(Number.isSafeInteger)) return null;
  const rows = numbers[0] ?? -1;
  const [seats, count, ...others] = rows < 0 ? [] : numbers.slice(1 + 2 * rows);
  if (seats === undefined || count === undefined || others.length !== 2 * count) return null;
  const prizes = Array.from({ length: rows }, (_, row) => ({ count: numbers[1 + 2 * row]!, tenths: numbers[2 + 2 * row]! }));
  const isPossible = seats > 0 && seats <= SEATS_MAX && count > 0 && prizes.every((one) => one.count > 0);
  return isPossible ? { prizes, seats, entries: others.filter((_, at) => at % 2 === 0) } : null;
}

/** The prize first; then players in a random order go to the tables in turn, and there to chairs in a random order. */
export function startOutcome(question: StartQuestion, below: RandBelow): { tenths: number; seats: DrawnSeat[] } {
  const tenths = prizeOf(question.prizes, below);
  const count = Math.ceil(question.entries.length / question.seats);
  const tables: number[][] = Array.from({ length: count }, () => []);
  mixed(question.entries, below).forEach((entry, turn) => tables[turn % count]!.push(entry));
  const seats = tables.flatMap((entries, number) => {
    const chairs = mixed(Array.from({ length: question.seats }, (_, at) => at + 1), below);
    return entries.map((entry, at): DrawnSeat => [entry, number + 1, chairs[at]!]);
  });
  return { tenths, seats };
}

function prizeOf(prizes: StartQuestion["prizes"], below: RandBelow): number {
  if (prizes.length === 0) return 0;
  let left = below(prizes.reduce((sum, one) => sum + one.count, 0));
  const found = prizes.find((one) => (left -= one.count) < 0);
  return found?.tenths ?? 0;
}

function mixed<Thing>(things: readonly Thing[], below: RandBelow): Thing[] {
  const found = [...things];
  for (let last = found.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [found[last], found[other]] = [found[other]!, found[last]!];
  }
  return found;
}
