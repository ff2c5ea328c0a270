// The room's signatures. Nothing is signed here, and nothing is secret: only verified.

import { hashes, Point, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";

import { hex } from "./bytes";
import { tagged } from "./hashing";

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;
const POINT_BYTES = 32;
const FINGERPRINT_DIGITS = 32;
const ROOM_BYTES = 6;

hashes.sha512 = (message) => sha512(message) as ReturnType<NonNullable<typeof hashes.sha512>>;

/**
 * Whether the owner of the key has signed this message, by the strictest reading: both points are in the group of
 * the base point. There all readings of Ed25519 agree, those of the other verifiers among them.
 */
export function isSigned(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  try {
    if (!verify(signature, message, key, { zip215: false })) return false;
    return isInGroup(key) && isInGroup(signature.slice(0, POINT_BYTES));
  } catch {
    // Bytes that are no point of the curve are no key, and no signature.
    return false;
  }
}

function isInGroup(encoded: Uint8Array): boolean {
  const point = Point.fromBytes(encoded);
  return !point.isSmallOrder() && point.isTorsionFree();
}

/** The number of a room, in every context: it comes from the key, so that a room has only one. */
export function roomNumber(key: Uint8Array): number {
  return tagged("key", key).slice(0, ROOM_BYTES).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** What people compare: 32 hexadecimal digits of the hash of a public key. */
export function fingerprint(key: Uint8Array): string {
  return hex(tagged("key", key)).slice(0, FINGERPRINT_DIGITS);
}
