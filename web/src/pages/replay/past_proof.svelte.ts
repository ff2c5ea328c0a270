// The proof of a hand that is watched again, verified by the same witness as at the table.

import { get, Refused } from "../../api";
import { forget, listen, roomKey, tell } from "../../fairness/desk";
import type { Finding } from "../../fairness/findings";
import type { Checked, HandOnFelt } from "../../fairness/types";
import type { ShieldState } from "../../fairness/watch.svelte";
import type { FromWitness } from "../../fairness/worker";
import type { FairnessView, HandProof, Replay } from "../../wire";

/** No table draws here: the witness has no part in a draw to come. */
const NO_DRAW = {
  type: "deck_committed",
  context: { room: 0, table: 0, epoch: 0, hand: 0 },
  number: 0,
  roots: ["", ""],
  by_ms: 0,
} as const;

export class PastProof {
  /** Whether the hand has a proof at all. */
  isOn = $state(false);
  checked = $state.raw<Checked | null>(null);
  findings = $state.raw<Finding[]>([]);
  fingerprint = $state("");
  /** Whether the room signs with another key by now. */
  isOlderKey = $state(false);
  #isBroken = $state(false);
  readonly #channel: string;

  constructor(
    readonly replay: Replay,
    readonly player: number,
  ) {
    this.#channel = `past:${replay.key}`;
  }

  get state(): ShieldState {
    if (this.findings.length > 0) return "alarm";
    if (this.#isBroken) return "unchecked";
    if (!this.checked || this.checked.standing === "verifying") return "verifying";
    return this.checked.standing === "alarm" ? "alarm" : "verified";
  }

  /** Fetch the proof and have it verified; a hand without one has no shield. */
  async read(): Promise<void> {
    try {
      const said = await get<HandProof>(`/api/hands/${encodeURIComponent(this.replay.key)}/proof`);
      if (!said.proof) return;
      this.isOn = true;
      this.fingerprint = said.proof.fingerprint;
      this.#verify(said.hand, said.number, said.proof);
      this.isOlderKey = (await roomKey()).key !== said.proof.key;
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      // A room without such decks has no key to compare with, and no proofs.
      this.#isBroken = true;
    }
  }

  close(): void {
    forget(this.#channel);
  }

  #verify(hand: number, number: number, proof: NonNullable<HandProof["proof"]>): void {
    listen(this.#channel, { hear: (said) => this.#hear(said), fail: () => (this.#isBroken = true) });
    const own = { seat: null, isConnected: false };
    const view: FairnessView = {
      next: { ...NO_DRAW, roots: [...NO_DRAW.roots] },
      committed: false,
      listed: null,
      cut: { type: "deck_cut", hand, number, list: proof.list, signature: proof.signature, seeds: proof.seeds, audit: proof.audit },
      cards: proof.cards,
    };
    const channel = this.#channel;
    tell({ channel, heard: { kind: "restart", player: this.player, key: proof.key, view, felt: feltOf(this.replay), own } });
    // At the end of the hand every card that was seen has its proof.
    tell({ channel, heard: { kind: "event", event: { type: "pot_awarded" }, own } });
  }

  #hear({ checked, alarm }: FromWitness): void {
    this.checked = checked;
    if (alarm) this.findings = alarm.findings;
  }
}

/** The cards that the viewer has seen in the whole hand, each as often as the hand tells of it. */
export function feltOf(replay: Replay): HandOnFelt {
  const felt: HandOnFelt = { number: replay.number, seats: [], board: [] };
  for (const event of replay.events) {
    if (event.type === "hole_dealt") event.seats.forEach((seat, place) => felt.seats.push({ seat, hole: event.hole[place] ?? [] }));
    else if (event.type === "shown" || event.type === "force_shown") felt.seats.push({ seat: event.seat, hole: event.hole });
    else if (event.type === "board_dealt") felt.board.push(...event.cards);
  }
  felt.seats = felt.seats.filter(({ hole }) => !hole.includes(-1));
  return felt;
}
