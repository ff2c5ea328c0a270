// A player's part in the draw to come: a number of their own, committed to first and revealed later.

import { same, toBase64, type Bytes } from "./bytes";
import { finding, type Finding } from "./findings";
import { committedOf, seedCommitment, type HandList } from "./list";
import type { Answer } from "./types";
import type { DeckCommitted, DeckListed } from "../wire";

export class OwnContribution {
  /** Whether the room has the commitment, and has had the player's connection since. */
  isHeld = false;
  /** Whether the seed was sent, and whether the room has said that it arrived. */
  isRevealed = false;
  isAcknowledged = false;

  constructor(
    readonly player: number,
    readonly committed: DeckCommitted,
    readonly seat: number | null,
    /** Null for who only watches, or sent no number to an earlier draw of this hand. */
    readonly seed: Bytes | null,
  ) {}

  get number(): number {
    return this.committed.number;
  }

  /** Whether it belongs to the draw of these roots. */
  isFor(next: DeckCommitted): boolean {
    const { number, context } = this.committed;
    return number === next.number && context.hand === next.context.hand && context.epoch === next.context.epoch;
  }

  /** The commitment, for the room. */
  commitment(): Answer[] {
    if (!this.seed || this.seat === null) return [];
    const { context, number } = this.committed;
    const commitment = seedCommitment(context, this.seat, this.player, this.seed);
    return [{ t: "commit_seed", hand: context.hand, number, commitment: toBase64(commitment) }];
  }

  /** The seed, for the room, if the list has this player. */
  reveal(list: HandList, { hand, number }: DeckListed): Answer[] {
    const isListed = committedOf(list).some((entry) => entry.seat === this.seat && entry.player === this.player);
    if (!isListed || !this.seed) return [];
    this.isRevealed = true;
    return [{ t: "reveal_seed", hand, number, seed: toBase64(this.seed) }];
  }

  /** Whether the list has the player's own commitment; it may be missing through their own fault. */
  findingsIn(list: HandList, isOwnFault: boolean): Finding[] {
    if (!this.seed || this.seat === null) return [];
    const entry = list.entries.find((one) => one.seat === this.seat);
    // Who left, or sits out, is not in the list; a new player may sit there.
    if (!entry || entry.player !== this.player) return [];
    if (!entry.commitment) return !this.isHeld || isOwnFault ? [] : [finding("own_commitment_missing", this.seat)];
    const mine = seedCommitment(list.context, this.seat, this.player, this.seed);
    return same(mine, entry.commitment) ? [] : [finding("own_commitment_changed", this.seat)];
  }

  /** Whether the seed counts in a cut of these seeds. */
  isCountedIn(seeds: ReadonlyMap<number, Bytes>): boolean {
    const counted = this.seat === null ? undefined : seeds.get(this.seat);
    return this.seed !== null && counted !== undefined && same(counted, this.seed);
  }

  /** The seed, as evidence. One that was not revealed stays here: the room has no use for it but a bad one. */
  get revealedSeed(): string | null {
    return this.isRevealed && this.seed ? toBase64(this.seed) : null;
  }
}
