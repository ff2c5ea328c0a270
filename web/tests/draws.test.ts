// Draws beside the decks: the client finds in them what both verifiers find, and contributes to a start.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { fromBase64, hex, type Bytes } from "../src/fairness/bytes";
import { buttonFindings } from "../src/fairness/draws/button";
import { drawSeedCommitment } from "../src/fairness/draws/list";
import { numbersOf, readStart, startOutcome } from "../src/fairness/draws/numbers";
import { toldFindings } from "../src/fairness/draws/told";
import { checkDraw } from "../src/fairness/draws/verify";
import { DrawWitness } from "../src/fairness/draws/witness";
import type { HandList } from "../src/fairness/list";
import { roomNumber } from "../src/fairness/signing";
import type { DrawCommitted, DrawListed, DrawProof, SeatDrawn } from "../src/wire";
import told from "./fair_draws.json";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "verifier", "index.html"), "utf8");
const vectors = JSON.parse(/<script type="application\/json" id="vectors">([\s\S]*?)<\/script>/.exec(page)![1]!) as Record<string, unknown>;
const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const key = fromBase64(told.key)!;
const fair = told.fair as unknown as DrawProof[];
const tampered = told.tampered as unknown as Record<string, { draws: DrawProof[]; codes: string[] }>;
const committed = told.told.committed as unknown as DrawCommitted;
const listed = told.told.listed as unknown as DrawListed;
const nobody = { player: 0, seed: null };

describe("the test vectors of draws", () => {
  it("seed", () => {
    const { player, seed, is } = vectors.drawseed as { player: number; seed: string; is: string };
    const context = { room: 1, scope: "tournament", id: 12, number: 3 } as const;
    expect(hex(drawSeedCommitment(context, player, unhex(seed)))).toBe(is);
  });
  it("numbers", () => {
    const { secret, key: stream, below, is } = vectors.numbers as { secret: string; key: string; below: number[]; is: number[] };
    const next = numbersOf(unhex(secret), unhex(stream));
    expect(below.map(next)).toEqual(is);
  });
  it("start", () => {
    const { secret, key: stream } = vectors.numbers as { secret: string; key: string };
    const { question, is } = vectors.start as { question: string; is: { multiplier_tenths: number; seats: number[][] } };
    const found = startOutcome(readStart(unhex(question))!, numbersOf(unhex(secret), unhex(stream)));
    expect({ multiplier_tenths: found.tenths, seats: found.seats }).toEqual(is);
  });
});

describe("a draw", () => {
  it.each(fair.map((proof, place) => ({ proof, place })))("that is fair is verified ($place)", ({ proof }) => {
    expect(checkDraw(proof, key, nobody).findings).toEqual([]);
  });
  it.each(Object.entries(tampered))("is an alarm: %s", (_, { draws, codes }) => {
    const found = draws.flatMap((proof) => checkDraw(proof, key, nobody).findings.map((one) => one.code));
    expect([...new Set(found)].sort()).toEqual(codes);
  });
  it("counts the player's own number, or says that it did not", () => {
    const [player, seed] = fair[0]!.seeds[1]!;
    expect(checkDraw(fair[0]!, key, { player, seed }).standing).toBe("verified");
    expect(checkDraw(fair[0]!, key, { player, seed: null }).standing).toBe("without");
    const other = checkDraw(fair[0]!, key, { player, seed: fair[1]!.seeds[1]![1] });
    expect(other.findings).toEqual([{ code: "own_commitment_changed", where: player }]);
  });
});

describe("what the player was told of a start", () => {
  const outcome = { multiplier_tenths: 20, seats: [[7, 1, 3], [8, 1, 1]] as [number, number, number][] };
  it.each([
    [{}, 0],
    [{ entry: 7 }, 0],
    [{ entry: 7, seat: 3 }, 0],
    [{ entry: 7, seat: 3, multiplier_tenths: 20 }, 0],
    [{ seat: 9 }, 0],
    [{ entry: 7, seat: 1 }, 1],
    [{ entry: 9, seat: 1 }, 1],
    [{ multiplier_tenths: 30 }, 1],
    [{ entry: 8, seat: 1, multiplier_tenths: 0 }, 1],
  ])("%o", (told, wrong) => {
    expect(toldFindings(outcome, told).map((one) => one.code)).toEqual(wrong ? ["outcome_differs"] : []);
  });
});

describe("a witness", () => {
  const seed = fromBase64(told.told.seed)!;
  const begun = (random = seed) => {
    const witness = new DrawWitness(() => random as Bytes);
    witness.hear({ kind: "begin", player: told.hero, key: told.key, kept: [] });
    return witness;
  };

  it("commits to a number, and reveals it to the signed list with its commitment", () => {
    const witness = begun();
    const first = witness.hear({ kind: "committed", said: committed, isHeld: false });
    expect(first.answers).toHaveLength(1);
    expect(first.answers[0]).toMatchObject({ t: "commit_draw", tournament: committed.tournament, number: 1 });
    const answer = witness.hear({ kind: "listed", said: listed });
    expect(answer.alarm).toBeNull();
    expect(answer.answers).toEqual([{ t: "reveal_draw", tournament: committed.tournament, number: 1, seed: told.told.seed }]);
  });

  it("commits once more to the same number when the room has lost it, and not when it has it", () => {
    const witness = begun();
    const first = witness.hear({ kind: "committed", said: committed, isHeld: false });
    expect(witness.hear({ kind: "committed", said: committed, isHeld: true }).answers).toEqual([]);
    expect(witness.hear({ kind: "committed", said: committed, isHeld: false }).answers).toEqual(first.answers);
  });

  it("goes on with its number after the window was loaded again", () => {
    const { kept } = begun().hear({ kind: "committed", said: committed, isHeld: false });
    const again = new DrawWitness(() => new Uint8Array(32));
    again.hear({ kind: "begin", player: told.hero, key: told.key, kept });
    expect(again.hear({ kind: "listed", said: listed }).answers).toHaveLength(1);
  });

  it("reveals nothing to a list that it does not agree with, and raises an alarm", () => {
    const unsigned = begun();
    unsigned.hear({ kind: "committed", said: committed, isHeld: false });
    const wrong = unsigned.hear({ kind: "listed", said: { ...listed, signature: fair[0]!.signature } });
    expect(wrong.answers).toEqual([]);
    expect(wrong.alarm?.findings).toEqual([{ code: "signature_wrong", where: null }]);
    expect(wrong.alarm?.evidence).not.toContain(told.told.seed);
    const other = begun();
    other.hear({ kind: "committed", said: { ...committed, commitment: told.told.seed }, isHeld: false });
    expect(other.hear({ kind: "listed", said: listed }).alarm?.findings.map((one) => one.code)).toContain("secret_changed");
    const changed = begun(new Uint8Array(32));
    changed.hear({ kind: "committed", said: committed, isHeld: false });
    expect(changed.hear({ kind: "listed", said: listed }).alarm?.findings.map((one) => one.code)).toEqual(["own_commitment_changed"]);
  });

  it("says nothing to a list of a draw in which it has no part", () => {
    expect(begun().hear({ kind: "listed", said: listed })).toMatchObject({ answers: [], alarm: null });
  });
});

describe("the draw of a seat at a cash table", () => {
  const said = told.seat as unknown as SeatDrawn;
  const check = (change: Partial<SeatDrawn> = {}, player = told.hero) => {
    const witness = new DrawWitness(() => new Uint8Array(32));
    witness.hear({ kind: "begin", player, key: told.key, kept: [] });
    return witness.hear({ kind: "seat", said: { ...said, ...change } }).seat!;
  };

  it("is right for the player whom it names", () => {
    expect(check()).toMatchObject({ table: said.table, seat: said.seat, draw: { standing: "without", kind: "seat", findings: [] } });
  });
  it.each<[string, Partial<SeatDrawn>, string]>([
    ["another seat than was offered", { seat: said.seat + 1 }, "outcome_differs"],
    ["another table", { table: said.table + 1 }, "outcome_differs"],
    ["a draw of something else", { proof: fair.at(-1)! }, "outcome_differs"],
    ["a list without the room's signature", { proof: { ...said.proof, signature: fair[0]!.signature } }, "signature_wrong"],
    ["another secret", { proof: { ...said.proof, secret: fair[0]!.secret } }, "secret_wrong"],
  ])("is an alarm: %s", (_, change, code) => {
    const { draw } = check(change);
    expect(draw.standing).toBe("alarm");
    expect(draw.findings.map((one) => one.code)).toEqual([code]);
  });
  it("is an alarm for another player", () => {
    expect(check({}, told.hero + 1).draw.standing).toBe("alarm");
  });
});

describe("the draw of a first button", () => {
  const proof = fair.at(-1)!;
  const context = { room: roomNumber(key), table: 7, epoch: 1, hand: 12 };
  const hand = (change: Partial<HandList> = {}): HandList => ({
    context,
    number: 1,
    roots: [new Uint8Array(32), new Uint8Array(32)],
    game: "nl-holdem",
    button: proof.outcome.button!,
    seats: [3, 4, 1],
    entries: [],
    ...change,
  });
  const drawn = { type: "button_drawn", hand: 12, proof } as const;

  it("is right for its own hand", () => {
    expect(buttonFindings(drawn, hand(), key)).toEqual([]);
  });
  it.each([
    ["another hand", hand({ context: { ...context, hand: 13 } })],
    ["another table", hand({ context: { ...context, table: 8 } })],
    ["other seats", hand({ seats: [1, 3] })],
    ["another button", hand({ button: [1, 3, 4].find((seat) => seat !== proof.outcome.button)! })],
  ])("is an alarm for %s", (_, list) => {
    expect(buttonFindings(drawn, list, key)).toEqual([{ code: "other_draw", where: null }]);
  });
});
