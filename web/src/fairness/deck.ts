// A deck that lies face down: the order that a key gives, and the tree over its 52 cards.

import { ascii, join, same, u8, type Bytes } from "./bytes";
import { HASH_BYTES, saltOf, streamBlock, tagged } from "./hashing";

export const DECK_SIZE = 52;
export const PATH_BYTES = 6 * HASH_BYTES;
const LEAVES = 64;
const DEPTH = 6;
const WORDS = 2 ** 32;
const BLOCK_BYTES = 64;
const WORD_BYTES = 4;

/** `FY`: Fisher-Yates on the words of a keyed stream; words that would favour a place are thrown away. */
export function orderOf(key: Uint8Array, label: Uint8Array): number[] {
  const words = wordsOf(key, label);
  const order = Array.from({ length: DECK_SIZE }, (_, place) => place);
  for (let last = DECK_SIZE - 1; last > 0; last -= 1) {
    const below = last + 1;
    let word = next(words);
    while (word >= WORDS - (WORDS % below)) word = next(words);
    const other = word % below;
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

function* wordsOf(key: Uint8Array, label: Uint8Array): Generator<number, never> {
  for (let number = 0; ; number += 1) {
    const block = streamBlock(key, label, number);
    for (let at = 0; at < BLOCK_BYTES; at += WORD_BYTES) yield block.getUint32(at);
  }
}

function next(words: Generator<number, never>): number {
  return words.next().value;
}

export function cardLeaf(context: Uint8Array, place: number, card: number, salt: Uint8Array): Bytes {
  return tagged("leaf", context, u8(place), u8(card), salt);
}

/** Where a leaf and the six hashes of its path lead. */
export function rootOver(leaf: Uint8Array, place: number, path: Uint8Array): Uint8Array {
  let node = leaf;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const beside = path.slice(depth * HASH_BYTES, (depth + 1) * HASH_BYTES);
    node = (place >> depth) & 1 ? tagged("node", beside, node) : tagged("node", node, beside);
  }
  return node;
}

/** The root of the whole deck that a secret makes. */
export function rootOfSecret(secret: Uint8Array, context: Uint8Array): Uint8Array {
  const cards = orderOf(secret, join(ascii("sigma"), context));
  let level: Uint8Array[] = Array.from({ length: LEAVES }, (_, place) =>
    place < DECK_SIZE
      ? cardLeaf(context, place, cards[place]!, saltOf(secret, context, place))
      : tagged("pad", context, u8(place)),
  );
  while (level.length > 1) {
    level = level.filter((_, at) => at % 2 === 0).map((left, at) => tagged("node", left, level[2 * at + 1]!));
  }
  return level[0]!;
}

/** Whether a secret makes the deck with this root. */
export function opensTo(secret: Uint8Array, context: Uint8Array, root: Uint8Array): boolean {
  return same(rootOfSecret(secret, context), root);
}
