// Verifies the proof of a draw that the room has given out: its list, the secret, all seeds, the numbers, the outcome.

import { fromBase64, same, toBase64, type Bytes } from "../bytes";
import { finding, type Finding } from "../findings";
import { SECRET_BYTES, SEED_BYTES } from "../hashing";
import { isSigned, roomNumber, SIGNATURE_BYTES } from "../signing";
import { drawCommitment, drawHash, drawSeedCommitment, readDrawList, type DrawList } from "./list";
import { areExchanges } from "./exchanges";
import { drawKey, numbersOf, readStart, startOutcome } from "./numbers";
import { SOURCE_PLAYER } from "./players";
import type { DrawProof, FailedDraw } from "../../wire";

const PLAY_BYTES = 40;

/** What a player knows of their own part: the number that they sent, if they sent one. */
export interface OwnPart {
  player: number;
  seed: string | null;
}

/** A draw as a player reads about it. */
export interface CheckedDraw {
  /** `without`: right, without the player's number. */
  standing: "verified" | "without" | "alarm";
  kind: DrawList["kind"] | null;
  number: number;
  commitment: string;
  contributions: { player: number; seed: string; isOwn: boolean }[];
  /** How many draws before it a missing number has ended. */
  failed: number;
  outcome: DrawProof["outcome"];
  fingerprint: string;
  findings: Finding[];
}

interface Seed {
  player: number;
  seed: Bytes;
}

export function checkDraw(proof: DrawProof, key: Uint8Array | null, own: OwnPart): CheckedDraw {
  const encoded = fromBase64(proof.list);
  const list = encoded && readDrawList(encoded);
  const findings = list ? drawFindings(proof, list, key) : [finding("list_malformed")];
  const mine = proof.seeds.find(([player]) => player === own.player);
  const isCounted = own.seed !== null && mine?.[1] === own.seed;
  if (own.seed !== null && mine && !isCounted) findings.push(finding("own_commitment_changed", own.player));
  return {
    standing: findings.length > 0 ? "alarm" : isCounted ? "verified" : "without",
    kind: list?.kind ?? null,
    number: list?.context.number ?? 0,
    commitment: list ? toBase64(list.commitment) : "",
    contributions: proof.seeds.map(([player, seed]) => ({ player, seed, isOwn: player === own.player })),
    failed: proof.attempts?.length ?? 0,
    outcome: proof.outcome,
    fingerprint: proof.fingerprint,
    findings,
  };
}

/** Everything that is wrong with a draw whose list can be read. */
export function drawFindings(proof: DrawProof, list: DrawList, key: Uint8Array | null): Finding[] {
  const secret = fromBase64(proof.secret, SECRET_BYTES);
  const seeds = readSeeds(proof.seeds);
  const ownKey = fromBase64(proof.key);
  if (!secret || !seeds || !ownKey) return [finding("proof_malformed")];
  const findings: Finding[] = [];
  if (!isListSigned(ownKey, proof)) findings.push(finding("signature_wrong"));
  if (key && !same(key, ownKey)) findings.push(finding("key_unknown"));
  if (list.context.room !== roomNumber(ownKey)) findings.push(finding("other_room"));
  if (!same(drawCommitment(list.context, secret), list.commitment)) findings.push(finding("secret_wrong"));
  findings.push(...seedFindings(list, seeds));
  if (findings.length > 0) return findings;
  return [...attemptFindings(proof, list, ownKey), ...numberFindings(proof, list, secret, seeds)];
}

function isListSigned(key: Bytes, said: { list: string; signature: string }): boolean {
  const [list, signature] = [fromBase64(said.list), fromBase64(said.signature, SIGNATURE_BYTES)];
  return list !== null && signature !== null && isSigned(key, drawHash(list), signature);
}

function readSeeds(seeds: readonly (readonly [number, string])[]): Seed[] | null {
  const read = seeds.map(([player, seed]) => ({ player, seed: fromBase64(seed, SEED_BYTES) }));
  return read.every((one): one is Seed => one.seed !== null) ? read : null;
}

function seedFindings(list: DrawList, seeds: readonly Seed[]): Finding[] {
  const findings: Finding[] = [];
  const given = new Map(seeds.map((one) => [one.player, one.seed]));
  if (!list.entries.some((one) => one.player === SOURCE_PLAYER)) findings.push(finding("seed_source_missing"));
  if (given.size < seeds.length) findings.push(finding("seed_twice"));
  for (const { player } of list.entries) {
    const seed = given.get(player);
    if (!seed) findings.push(finding("seed_missing", player));
    else if (!isCommitted(list, player, seed)) findings.push(finding("seed_wrong", player));
  }
  for (const player of given.keys()) {
    if (!list.entries.some((one) => one.player === player)) findings.push(finding("seed_unlisted", player));
  }
  return findings;
}

function isCommitted(list: DrawList, player: number, seed: Uint8Array): boolean {
  const entry = list.entries.find((one) => one.player === player);
  return entry !== undefined && same(drawSeedCommitment(list.context, player, seed), entry.commitment);
}

function attemptFindings(proof: DrawProof, drawn: DrawList, key: Bytes): Finding[] {
  const findings: Finding[] = [];
  const attempts = proof.attempts ?? [];
  const lists = attempts.map((one) => readDrawList(fromBase64(one.list) ?? new Uint8Array()));
  const withheld = new Set<number>();
  attempts.forEach((attempt, at) => {
    const own = lists[at];
    if (!own) return findings.push(finding("attempt_malformed", at));
    findings.push(...oneAttempt(attempt, own, drawn, key).map((code) => finding(code, at)));
    const missing = own.entries.filter((one) => !attempt.seeds.some(([player]) => player === one.player));
    const isNeeded = missing.length > 0 && missing.every((one) => one.player !== SOURCE_PLAYER);
    if (!isNeeded) findings.push(finding("attempt_not_needed", at));
    for (const one of missing) withheld.add(one.player);
    const next = at + 1 < lists.length ? lists[at + 1] : drawn;
    if (next && next.context.number !== own.context.number + 1) findings.push(finding("attempt_number_wrong", at));
    if (next?.entries.some((one) => withheld.has(one.player))) findings.push(finding("seat_still_listed", at));
    return findings.length;
  });
  const seeds = [proof, ...attempts].flatMap((one) => one.seeds.map(([, seed]) => seed));
  if (new Set(seeds).size < seeds.length) findings.push(finding("seed_reused"));
  return findings;
}

function oneAttempt(attempt: FailedDraw, own: DrawList, drawn: DrawList, key: Bytes): ("attempt_signature_wrong" | "attempt_other_draw" | "attempt_secret_wrong" | "attempt_seed_wrong")[] {
  const wrong: ReturnType<typeof oneAttempt> = [];
  if (!isListSigned(key, attempt)) wrong.push("attempt_signature_wrong");
  const [mine, other] = [own.context, drawn.context];
  const isAlike = mine.room === other.room && mine.scope === other.scope && mine.id === other.id && own.kind === drawn.kind;
  if (!isAlike || !same(own.question, drawn.question)) wrong.push("attempt_other_draw");
  const secret = fromBase64(attempt.secret, SECRET_BYTES);
  if (!secret || !same(drawCommitment(mine, secret), own.commitment)) wrong.push("attempt_secret_wrong");
  const seeds = readSeeds(attempt.seeds);
  if (!seeds || seeds.some(({ player, seed }) => !isCommitted(own, player, seed))) wrong.push("attempt_seed_wrong");
  return wrong;
}

function numberFindings(proof: DrawProof, list: DrawList, secret: Bytes, seeds: readonly Seed[]): Finding[] {
  const key = drawKey(fromBase64(proof.list)!, new Map(seeds.map((one) => [one.player, one.seed])));
  const below = numbersOf(secret, key);
  const wrong = proof.numbers.findIndex(([count, value]) => count < 1 || below(count) !== value);
  if (wrong >= 0) return [finding("number_wrong", wrong)];
  const asked: [number, number][] = [];
  const again = numbersOf(secret, key);
  const noted = (count: number): number => {
    const value = again(count);
    asked.push([count, value]);
    return value;
  };
  const isRight = isOutcome(proof.outcome, list, noted);
  if (isRight === null) return [finding("question_malformed")];
  const first = JSON.stringify(proof.numbers.slice(0, asked.length));
  return isRight && first === JSON.stringify(asked) ? [] : [finding("outcome_differs")];
}

/** Whether the numbers lead to what the room says; null where the question cannot be read. */
function isOutcome(said: DrawProof["outcome"], list: DrawList, below: (count: number) => number): boolean | null {
  if (list.kind === "start") {
    const question = readStart(list.question);
    if (!question) return null;
    const { tenths, seats } = startOutcome(question, below);
    const isDrawn = tenths === (said.multiplier_tenths ?? 0) && JSON.stringify(seats) === JSON.stringify(said.seats ?? []);
    return isDrawn && areExchanges(said.seats ?? [], said.told ?? []);
  }
  if (list.kind === "button") {
    return list.question.length === 0 ? null : said.button === list.question[below(list.question.length)];
  }
  return list.kind === "seat" || list.question.length === PLAY_BYTES ? true : null;
}
