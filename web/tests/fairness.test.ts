// The client's hashes, orders, trees and signatures: the same test vectors as both verifiers.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { fromBase64, hex, toBase64, type Bytes } from "../src/fairness/bytes";
import { orderOf, rootOfSecret } from "../src/fairness/deck";
import { tagged } from "../src/fairness/hashing";
import { encodeList, readList, seedCommitment } from "../src/fairness/list";
import { fingerprint, isSigned } from "../src/fairness/signing";
import told from "./fair_hand.json";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "verifier", "index.html"), "utf8");
const block = /<script type="application\/json" id="vectors">([\s\S]*?)<\/script>/.exec(page)![1]!;
const vectors = JSON.parse(block) as Record<string, Record<string, never>>;
const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

describe("the test vectors that both verifiers publish", () => {
  it("hash", () => {
    const { tag, parts, is } = vectors.hash as unknown as { tag: string; parts: string[]; is: string };
    expect(hex(tagged(tag, ...parts.map(unhex)))).toBe(is);
  });
  it("order", () => {
    const { key, context, is } = vectors.order as unknown as { key: string; context: string; is: number[] };
    expect(orderOf(unhex(key), unhex(context))).toEqual(is);
  });
  it("root", () => {
    const { secret, context, is } = vectors.root as unknown as { secret: string; context: string; is: string };
    expect(hex(rootOfSecret(unhex(secret), unhex(context)))).toBe(is);
  });
  it("seed", () => {
    const { seat, player, seed, is } = vectors.seed as unknown as { seat: number; player: number; seed: string; is: string };
    expect(hex(seedCommitment({ room: 1, table: 7, epoch: 2, hand: 991 }, seat, player, unhex(seed)))).toBe(is);
  });
  it("fingerprint", () => {
    const { key, is } = vectors.fingerprint as unknown as { key: string; is: string };
    expect(fingerprint(unhex(key))).toBe(is);
  });
  it("signature, and none for another message, key or signature", () => {
    const { key, message, signature } = vectors.signature as unknown as Record<"key" | "message" | "signature", string>;
    const given = [unhex(key), unhex(message), unhex(signature)] as const;
    expect(isSigned(...given)).toBe(true);
    for (const part of [0, 1, 2]) {
      const changed = given.map((bytes, place) => (place === part ? bytes.map((byte, at) => (at === 5 ? byte ^ 1 : byte)) : bytes));
      expect(isSigned(changed[0]!, changed[1]!, changed[2]!)).toBe(false);
    }
  });
});

it("refuses a signature whose point is outside the group, which some readings of Ed25519 accept", () => {
  // The neutral point as key and as signature: every message would be signed.
  const neutral = new Uint8Array(32);
  neutral[0] = 1;
  const signature = new Uint8Array(64);
  signature[0] = 1;
  expect(isSigned(neutral, new Uint8Array(3), signature)).toBe(false);
  expect(isSigned(new Uint8Array(31), new Uint8Array(3), signature)).toBe(false);
});

describe("the list", () => {
  const encoded = fromBase64(told.plain.find((one) => one.type === "deck_cut")!.list)!;

  it("is read and written again in the same bytes", () => {
    const list = readList(encoded)!;
    expect(list.game).toBe("nl-holdem");
    expect(list.seats).toEqual([3, 1, 2]);
    expect(list.entries.map((entry) => entry.seat)).toEqual([1, 2, 3, 255]);
    expect(encodeList(list)).toEqual(encoded);
  });

  it("is not read from one byte more or less, nor from other marks", () => {
    expect(readList(encoded.slice(0, -1))).toBeNull();
    expect(readList(Uint8Array.from([...encoded, 0]))).toBeNull();
    expect(readList(new Uint8Array())).toBeNull();
    const list = readList(encoded)!;
    const without = (change: object) => readList(encodeList({ ...list, ...change }));
    expect(without({ seats: [3, 1] })).toBeNull();
    expect(without({ seats: [3, 1, 1] })).toBeNull();
    expect(without({ entries: list.entries.slice(1) })).toBeNull();
    expect(without({ game: "gämes" })).toBeNull();
  });
});

it("reads base64 as the room writes it, and nothing else", () => {
  expect(fromBase64(toBase64(Uint8Array.of(1, 2, 3, 255)))).toEqual(Uint8Array.of(1, 2, 3, 255));
  expect(fromBase64("AQID", 3)).toEqual(Uint8Array.of(1, 2, 3));
  for (const wrong of ["AQI", "AQI*", "AQ==AQ==", 5, null]) expect(fromBase64(wrong)).toBeNull();
  expect(fromBase64("AQID", 4)).toBeNull();
});
