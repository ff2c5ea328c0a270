// A player's part in the draw of a start: commits to a number of its own, and reveals it only to a list it agrees with.

import { fromBase64, same, toBase64, type Bytes } from "../bytes";
import { finding, type Finding } from "../findings";
import { isSigned, SIGNATURE_BYTES } from "../signing";
import { drawHash, drawSeedCommitment, readDrawList } from "./list";
import type { DrawCommitted, DrawListed } from "../../wire";

export type DrawAnswer =
  | { t: "commit_draw"; tournament: number; number: number; commitment: string }
  | { t: "reveal_draw"; tournament: number; number: number; seed: string };

/** What is kept of it until the start is drawn, also when the window is loaded again. */
export interface KeptPart {
  committed: DrawCommitted;
  seed: string;
  isRevealed: boolean;
}

export class OwnDraw {
  isRevealed: boolean;

  constructor(
    readonly player: number,
    readonly committed: DrawCommitted,
    readonly seed: Bytes,
    isRevealed = false,
  ) {
    this.isRevealed = isRevealed;
  }

  get kept(): KeptPart {
    return { committed: this.committed, seed: toBase64(this.seed), isRevealed: this.isRevealed };
  }

  isFor({ context, commitment }: DrawCommitted): boolean {
    return this.committed.context.number === context.number && this.committed.commitment === commitment;
  }

  commitment(): DrawAnswer {
    const { context, tournament } = this.committed;
    const commitment = drawSeedCommitment(context, this.player, this.seed);
    return { t: "commit_draw", tournament, number: context.number, commitment: toBase64(commitment) };
  }

  /** The number, for a signed list with the room's secret and this commitment in it; else what is wrong with the list. */
  reveal(said: DrawListed, key: Uint8Array): { answer: DrawAnswer | null; findings: Finding[] } {
    const [encoded, signature] = [fromBase64(said.list), fromBase64(said.signature, SIGNATURE_BYTES)];
    const list = encoded && readDrawList(encoded);
    if (!encoded || !list) return { answer: null, findings: [finding("list_malformed")] };
    const { context, tournament } = this.committed;
    const findings: Finding[] = [];
    if (!signature || !isSigned(key, drawHash(encoded), signature)) findings.push(finding("signature_wrong"));
    const fixed = fromBase64(this.committed.commitment);
    const isSame = JSON.stringify(list.context) === JSON.stringify(context) && fixed !== null && same(fixed, list.commitment);
    if (!isSame) findings.push(finding("secret_changed"));
    const entry = list.entries.find((one) => one.player === this.player);
    const mine = drawSeedCommitment(context, this.player, this.seed);
    if (entry && !same(entry.commitment, mine)) findings.push(finding("own_commitment_changed", this.player));
    // A list that was closed before the commitment arrived is no lie: the number is not asked for.
    if (findings.length > 0 || !entry) return { answer: null, findings };
    this.isRevealed = true;
    return { answer: { t: "reveal_draw", tournament, number: context.number, seed: toBase64(this.seed) }, findings };
  }
}
