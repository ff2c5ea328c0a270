// One draw as the wire tells it, read and checked: its list, its seeds, the deck that was not played.

import { fromBase64, same, type Bytes } from "./bytes";
import { cutOf, type Cut } from "./cut";
import { opensTo } from "./deck";
import { finding, type Finding } from "./findings";
import { SECRET_BYTES, SEED_BYTES } from "./hashing";
import { committedOf, encodeContext, listHash, readList, seedCommitment, type HandList } from "./list";
import { SOURCE_SEAT } from "./seats";
import { isSigned, roomNumber, SIGNATURE_BYTES } from "./signing";
import type { DeckCommitted, DeckCut, DeckFailed, SeatSeed } from "../wire";

export interface Seed {
  seat: number;
  seed: Bytes;
}

/** A list with the signature under it. */
export interface SignedList {
  encoded: Bytes;
  list: HandList;
}

/** Read a list and verify what does not depend on the seeds: the signature, and the roots that were published before. */
export function readSigned(
  said: { list: string; signature: string; number: number },
  key: Uint8Array,
  published: DeckCommitted | null,
): { signed: SignedList | null; findings: Finding[] } {
  const encoded = fromBase64(said.list);
  const list = encoded && readList(encoded);
  if (!encoded || !list) return { signed: null, findings: [finding("list_malformed")] };
  const findings: Finding[] = [];
  const signature = fromBase64(said.signature, SIGNATURE_BYTES);
  if (!signature || !isSigned(key, listHash(encoded), signature)) findings.push(finding("signature_wrong"));
  if (list.context.room !== roomNumber(key)) findings.push(finding("other_room"));
  if (list.number !== said.number) findings.push(finding("other_hand"));
  if (published) findings.push(...publishedFindings(list, published));
  return { signed: { encoded, list }, findings };
}

function publishedFindings(list: HandList, published: DeckCommitted): Finding[] {
  if (!same(encodeContext(list.context), encodeContext(published.context))) return [finding("other_hand")];
  const isSame = published.roots.every((root, deck) => {
    const bytes = fromBase64(root);
    return bytes !== null && same(bytes, list.roots[deck]!);
  });
  return isSame && list.number === published.number ? [] : [finding("roots_changed")];
}

/** The seeds as bytes; null where one is none. */
export function readSeeds(seeds: readonly SeatSeed[]): Seed[] | null {
  const read = seeds.map(([seat, seed]) => ({ seat, seed: fromBase64(seed, SEED_BYTES) }));
  return read.every((one): one is Seed => one.seed !== null) ? read : null;
}

/** Every seat that committed has revealed what it committed to, and nobody else counts. */
export function seedFindings(list: HandList, seeds: readonly Seed[]): Finding[] {
  const findings: Finding[] = [];
  const committed = committedOf(list);
  if (!committed.some((entry) => entry.seat === SOURCE_SEAT)) findings.push(finding("seed_source_missing"));
  const bySeat = new Map(seeds.map((one) => [one.seat, one.seed]));
  if (bySeat.size < seeds.length) findings.push(finding("seed_twice"));
  for (const entry of committed) {
    const seed = bySeat.get(entry.seat);
    if (!seed) findings.push(finding("seed_missing", entry.seat));
    else if (!isCommitted(list, entry.seat, seed)) findings.push(finding("seed_wrong", entry.seat));
  }
  for (const seat of bySeat.keys()) {
    if (!committed.some((entry) => entry.seat === seat)) findings.push(finding("seed_unlisted", seat));
  }
  return findings;
}

function isCommitted(list: HandList, seat: number, seed: Uint8Array): boolean {
  const entry = committedOf(list).find((one) => one.seat === seat);
  return Boolean(entry?.commitment && same(seedCommitment(list.context, seat, entry.player, seed), entry.commitment));
}

/** What is wrong with a cut whose list is in order, and the cut itself if its seeds count. */
export function cutFindings(list: HandList, said: DeckCut): { cut: Cut | null; seeds: Seed[]; findings: Finding[] } {
  const seeds = readSeeds(said.seeds);
  const audit = fromBase64(said.audit, SECRET_BYTES);
  if (!seeds || !audit) return { cut: null, seeds: [], findings: [finding("proof_malformed")] };
  const findings = seedFindings(list, seeds);
  if (findings.length > 0) return { cut: null, seeds, findings };
  const cut = cutOf(list, new Map(seeds.map((one) => [one.seat, one.seed])));
  if (!opensTo(audit, encodeContext(list.context), cut.auditRoot)) findings.push(finding("audit_wrong"));
  return { cut, seeds, findings };
}

/** What is wrong with a draw that a missing seed ended: both decks must be open, and a player's seed missing. */
export function failedFindings(list: HandList, said: DeckFailed): Finding[] {
  const seeds = readSeeds(said.seeds);
  const secrets = said.secrets.map((one) => fromBase64(one, SECRET_BYTES));
  if (!seeds || secrets.length !== 2 || secrets.some((one) => one === null)) return [finding("proof_malformed")];
  const findings: Finding[] = [];
  const context = encodeContext(list.context);
  if (secrets.some((secret, deck) => !opensTo(secret!, context, list.roots[deck]!))) findings.push(finding("attempt_deck_wrong"));
  for (const { seat, seed } of seeds) if (!isCommitted(list, seat, seed)) findings.push(finding("seed_wrong", seat));
  const missing = committedOf(list).filter((entry) => !seeds.some((one) => one.seat === entry.seat));
  const isNeeded = missing.length > 0 && missing.every((entry) => entry.seat !== SOURCE_SEAT);
  if (!isNeeded) findings.push(finding("attempt_not_needed"));
  return findings;
}
