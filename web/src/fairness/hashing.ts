// The hashes of the protocol. They are bundled: a page over plain http has no `crypto.subtle`.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";

import { ascii, join, u8, u64, type Bytes } from "./bytes";

export const HASH_BYTES = 32;
export const SEED_BYTES = 32;
export const SECRET_BYTES = 64;
const LENGTH_BYTES = 4;

/** `H(tag, parts)`: SHA-256 over a tag and parts, each with its length before it. */
export function tagged(tag: string, ...parts: readonly Uint8Array[]): Bytes {
  const all = [ascii(`CCO/1|${tag}`), ...parts];
  return sha256(join(...all.flatMap((part) => [u64(part.length).slice(-LENGTH_BYTES), part])));
}

/** One block of the stream that a key gives: sixteen words of 32 bits. */
export function streamBlock(key: Uint8Array, label: Uint8Array, number: number): DataView {
  const block = hmac(sha512, key, join(ascii("CCO/1|stream|"), label, u64(number)));
  return new DataView(block.buffer, block.byteOffset, block.length);
}

/** The salt of one place of a deck. */
export function saltOf(secret: Uint8Array, context: Uint8Array, place: number): Bytes {
  return hmac(sha256, secret, join(ascii("CCO/1|salt|"), context, u8(place)));
}
