// A player's witness of draws: contributes to the starts of their tournaments, and checks what was drawn.

import { fromBase64, type Bytes } from "../bytes";
import { finding, type Finding } from "../findings";
import { SEED_BYTES } from "../hashing";
import { OwnDraw, type DrawAnswer, type KeptPart } from "./own_part";
import { checkDraw, type CheckedDraw } from "./verify";
import type { DrawCommitted, DrawListed, DrawProof, SeatDrawn } from "../../wire";

export type DrawHeard =
  | { kind: "begin"; player: number; key: string; kept: KeptPart[] }
  | { kind: "committed"; said: DrawCommitted; isHeld: boolean }
  | { kind: "listed"; said: DrawListed }
  | { kind: "forget"; tournament: number }
  | { kind: "seat"; said: SeatDrawn }
  | { kind: "check"; tournament: number; proofs: DrawProof[] };

/** How a seat at a cash table was drawn that the player was offered. */
export interface CheckedSeat {
  table: number;
  seat: number;
  draw: CheckedDraw;
  proof: DrawProof;
}

export interface DrawsSaid {
  answers: DrawAnswer[];
  checked: { tournament: number; draws: CheckedDraw[] } | null;
  /** What is wrong with a list: the number was not revealed to it. */
  alarm: { tournament: number; findings: Finding[]; evidence: string } | null;
  seat: CheckedSeat | null;
  kept: KeptPart[];
}

export class DrawWitness {
  #player = 0;
  #key: Bytes = new Uint8Array();
  /** The player's own parts, by tournament; more than one where a draw has failed. */
  #parts = new Map<number, OwnDraw[]>();

  constructor(readonly random: (count: number) => Bytes) {}

  hear(heard: DrawHeard): DrawsSaid {
    const said: DrawsSaid = { answers: [], checked: null, alarm: null, seat: null, kept: [] };
    switch (heard.kind) {
      case "begin":
        this.#begin(heard.player, heard.key, heard.kept);
        break;
      case "committed":
        said.answers = this.#commit(heard.said, heard.isHeld);
        break;
      case "listed":
        this.#list(heard.said, said);
        break;
      case "forget":
        this.#parts.delete(heard.tournament);
        break;
      case "seat":
        said.seat = this.#seat(heard.said);
        break;
      case "check":
        said.checked = { tournament: heard.tournament, draws: heard.proofs.map((one) => this.#check(heard.tournament, one)) };
        break;
    }
    said.kept = [...this.#parts.values()].flat().map((one) => one.kept);
    return said;
  }

  #begin(player: number, key: string, kept: readonly KeptPart[]): void {
    if (player !== this.#player) this.#parts.clear();
    this.#player = player;
    this.#key = fromBase64(key) ?? new Uint8Array();
    for (const { committed, seed, isRevealed } of kept) {
      const bytes = fromBase64(seed, SEED_BYTES);
      if (bytes && !this.#partFor(committed)) this.#add(new OwnDraw(player, committed, bytes, isRevealed));
    }
  }

  #add(part: OwnDraw): OwnDraw {
    const { tournament } = part.committed;
    this.#parts.set(tournament, [...(this.#parts.get(tournament) ?? []), part]);
    return part;
  }

  #partFor(committed: DrawCommitted): OwnDraw | undefined {
    return this.#parts.get(committed.tournament)?.find((one) => one.isFor(committed));
  }

  #commit(said: DrawCommitted, isHeld: boolean): DrawAnswer[] {
    const known = this.#partFor(said);
    if (known && isHeld) return [];
    const part = known ?? this.#add(new OwnDraw(this.#player, said, this.random(SEED_BYTES)));
    return [part.commitment()];
  }

  #list(listed: DrawListed, said: DrawsSaid): void {
    const part = this.#parts.get(listed.tournament)?.find((one) => one.committed.context.number === listed.number);
    if (!part) return;
    const { answer, findings } = part.reveal(listed, this.#key);
    if (answer) said.answers = [answer];
    if (findings.length > 0) {
      const evidence = JSON.stringify({ protocol: "CCO/1", player: this.#player, committed: part.committed, listed, findings });
      said.alarm = { tournament: listed.tournament, findings, evidence };
    }
  }

  /** The draw of a seat must name this player, this table and this seat. */
  #seat({ table, seat, proof }: SeatDrawn): CheckedSeat {
    const draw = checkDraw(proof, this.#key.length > 0 ? this.#key : null, { player: this.#player, seed: null });
    const isTold = proof.outcome.told?.some((one) => one[0] === "seat" && one[1] === this.#player && one[2] === table && one[3] === seat);
    if (draw.findings.length > 0 || (draw.kind === "seat" && isTold)) return { table, seat, draw, proof };
    return { table, seat, draw: { ...draw, standing: "alarm", findings: [finding("outcome_differs")] }, proof };
  }

  #check(tournament: number, proof: DrawProof): CheckedDraw {
    const parts = this.#parts.get(tournament) ?? [];
    const first = checkDraw(proof, this.#key.length > 0 ? this.#key : null, { player: this.#player, seed: null });
    const part = first.kind === "start" ? parts.find((one) => one.committed.context.number === first.number) : undefined;
    if (!part?.isRevealed) return first;
    return checkDraw(proof, this.#key, { player: this.#player, seed: part.kept.seed });
  }
}
