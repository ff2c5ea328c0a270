// The cut: all seeds together choose the deck and the order in which it is dealt.

import { ascii, join, u8, type Bytes } from "./bytes";
import { orderOf } from "./deck";
import { tagged } from "./hashing";
import { encodeContext, encodeList, listHash, type HandList } from "./list";

export interface Cut {
  /** Which of the two decks is played. */
  deck: 0 | 1;
  root: Bytes;
  auditRoot: Bytes;
  /** `pi`: the place in the deck of every dealt card. */
  places: number[];
}

export function cutOf(list: HandList, seeds: ReadonlyMap<number, Uint8Array>): Cut {
  const seats = [...seeds.keys()].sort((one, other) => one - other);
  const key = tagged("cut", listHash(encodeList(list)), ...seats.map((seat) => join(u8(seat), seeds.get(seat)!)));
  const deck = key[0]! >> 7 ? 1 : 0;
  const root = list.roots[deck];
  const places = orderOf(tagged("cutkey", key, root), join(ascii("pi"), encodeContext(list.context)));
  return { deck, root, auditRoot: list.roots[deck ? 0 : 1], places };
}
