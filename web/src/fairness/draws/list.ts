// The list of a draw beside the decks: what is asked, what the room's secret is fixed to, who contributes.

import { ascii, join, same, u64, type Bytes } from "../bytes";
import { HASH_BYTES, tagged } from "../hashing";
import type { DrawContext } from "../../wire";

const SCOPES = ["tournament", "table", "lobby"] as const;
const KINDS = ["start", "play", "cancel", "button", "seat"] as const;
const NUMBER_BYTES = 8;
const LENGTH_BYTES = 4;
const NUMBER_MAX = BigInt(Number.MAX_SAFE_INTEGER);

export interface DrawList {
  context: DrawContext;
  kind: (typeof KINDS)[number];
  commitment: Bytes;
  question: Bytes;
  entries: { player: number; commitment: Bytes }[];
}

function withLength(part: Uint8Array): Bytes {
  return join(u64(part.length).slice(-LENGTH_BYTES), part);
}

export function encodeDrawContext({ room, scope, id, number }: DrawContext): Bytes {
  return join(u64(room), withLength(ascii(scope)), u64(id), u64(number));
}

function encodeDrawList(list: DrawList): Bytes {
  return join(
    encodeDrawContext(list.context),
    withLength(ascii(list.kind)),
    list.commitment,
    withLength(list.question),
    u64(list.entries.length),
    ...list.entries.map(({ player, commitment }) => join(u64(player), commitment)),
  );
}

/** What is signed, and what the numbers are made of. */
export function drawHash(encoded: Uint8Array): Bytes {
  return tagged("drawlist", encoded);
}

/** `C`: it fixes the room's secret before the seeds are known. */
export function drawCommitment(context: DrawContext, secret: Uint8Array): Bytes {
  return tagged("draw", encodeDrawContext(context), secret);
}

export function drawSeedCommitment(context: DrawContext, player: number, seed: Uint8Array): Bytes {
  return tagged("drawseed", encodeDrawContext(context), u64(player), seed);
}

/** The list of these bytes; null unless they are exactly what the list encodes to. */
export function readDrawList(encoded: Bytes): DrawList | null {
  const list = new DrawListReader(encoded).list();
  if (!list || !same(encodeDrawList(list), encoded)) return null;
  const isOrdered = list.entries.every((one, at) => at === 0 || list.entries[at - 1]!.player < one.player);
  return isOrdered ? list : null;
}

class DrawListReader {
  #at = 0;
  #isWrong = false;

  constructor(readonly bytes: Bytes) {}

  list(): DrawList | null {
    const room = this.#number();
    const scope = this.#word(SCOPES);
    const [id, number] = [this.#number(), this.#number()];
    const kind = this.#word(KINDS);
    const commitment = this.#take(HASH_BYTES);
    const question = this.#part();
    const count = this.#number();
    if (this.#isWrong || count * (NUMBER_BYTES + HASH_BYTES) !== this.bytes.length - this.#at) return null;
    const entries = Array.from({ length: count }, () => ({ player: this.#number(), commitment: this.#take(HASH_BYTES) }));
    return this.#isWrong ? null : { context: { room, scope, id, number }, kind, commitment, question, entries };
  }

  #take(count: number): Bytes {
    const taken = this.bytes.slice(this.#at, this.#at + count);
    this.#at += count;
    this.#isWrong ||= taken.length < count;
    return taken;
  }

  #number(): number {
    const taken = this.#take(NUMBER_BYTES);
    if (taken.length < NUMBER_BYTES) return 0;
    const number = new DataView(taken.buffer).getBigUint64(0);
    this.#isWrong ||= number > NUMBER_MAX;
    return Number(number);
  }

  #part(): Bytes {
    const length = this.#take(LENGTH_BYTES);
    return this.#take(length.length < LENGTH_BYTES ? 0 : new DataView(length.buffer).getUint32(0));
  }

  #word<Word extends string>(among: readonly Word[]): Word {
    const part = this.#part();
    const found = among.find((one) => same(ascii(one), part));
    this.#isWrong ||= found === undefined;
    return found ?? among[0]!;
  }
}
