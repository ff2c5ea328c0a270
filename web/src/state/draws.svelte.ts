// The player's part in the draws of their tournaments, and what their browser has found about them. The work is done
// by the witness in its thread; here it is connected to the room, and kept for a window that is loaded again.

import { SvelteMap } from "svelte/reactivity";

import { get, Refused } from "../api";
import { listenToDraws, pinnedKey, roomKey, tellOfDraw } from "../fairness/desk";
import type { DrawAnswer, KeptPart } from "../fairness/draws/own_part";
import { toldFindings, type ToldStart } from "../fairness/draws/told";
import type { CheckedDraw } from "../fairness/draws/verify";
import type { CheckedSeat, DrawHeard } from "../fairness/draws/witness";
import type { Finding } from "../fairness/findings";
import type { FromDraws } from "../fairness/worker";
import { t } from "../i18n/index.svelte";
import type { DrawPage, EventBody, MeView } from "../wire";
import { connection } from "./connection.svelte";
import { toast } from "./toasts.svelte";

export type DrawState = "waiting" | "verifying" | "verified" | "without" | "alarm" | "unchecked";

/** What is known about the draws of one tournament. */
export interface KnownDraws {
  draws: readonly CheckedDraw[];
  /** As the room gives them out, for a file. */
  pages: readonly DrawPage[];
  /** Whether the room has more of them. */
  hasMore: boolean;
  /** What was wrong with a list before anything was drawn, or with what the room showed of the draw. */
  listed: readonly Finding[];
  evidence: string;
}

const KEPT = "cardroom.draw-seeds";
const PAGE = 50;
const NOTHING: KnownDraws = { draws: [], pages: [], hasMore: false, listed: [], evidence: "" };

export class Draws {
  readonly known = new SvelteMap<number, KnownDraws>();
  /** How the seats were drawn that the player was offered in this window, by table. */
  readonly seats = new SvelteMap<number, CheckedSeat>();
  #busy = new SvelteMap<number, boolean>();
  #isBroken = $state(false);
  #player = 0;
  #begun: Promise<boolean> | null = null;
  #names = new Map<number, string>();
  /** What the room has told beside the proofs, by tournament. */
  #told = new Map<number, ToldStart>();

  stateOf(tournament: number): DrawState {
    const known = this.known.get(tournament);
    const draws = known?.draws ?? [];
    if ((known?.listed.length ?? 0) > 0 || draws.some((one) => one.standing === "alarm")) return "alarm";
    if (this.#isBroken) return "unchecked";
    if (this.#busy.get(tournament)) return "verifying";
    if (draws.length === 0) return "waiting";
    const start = draws.find((one) => one.kind === "start");
    return start?.standing === "verified" ? "verified" : "without";
  }

  // The player's own part

  /** A new picture of what is the player's own. */
  restart(view: MeView, player: number): void {
    if (player !== this.#player) this.#begun = null;
    this.#player = player;
    for (const { tournament, name, draw } of view.tournaments) {
      this.#names.set(tournament, name);
      if (!draw) continue;
      void this.#tell({ kind: "committed", said: draw.next, isHeld: draw.committed });
      if (draw.listed) void this.#tell({ kind: "listed", said: draw.listed });
    }
  }

  hear(event: EventBody): void {
    if (event.type === "draw_committed") void this.#tell({ kind: "committed", said: event, isHeld: false });
    else if (event.type === "draw_listed") void this.#tell({ kind: "listed", said: event });
    else if (event.type === "seat_drawn") void this.#tell({ kind: "seat", said: event });
    else if (event.type === "tournament_entered") this.#enter(event.tournament, event.name, event.entry);
    else if (event.type === "tournament_left") void this.#forget(event.tournament);
    else if (event.type === "tournament_seated" && event.cause === "start") {
      this.#note(event.tournament, { seat: event.seat });
      // Who has contributed sees at once what came of it; everybody else when they ask.
      if (hasPart(event.tournament)) void this.load(event.tournament);
    }
  }

  /** The reel of a HexaPro game has stopped here. */
  sawPrize(tournament: number, tenths: number): void {
    this.#note(tournament, { multiplier_tenths: tenths });
  }

  #enter(tournament: number, name: string, entry: number): void {
    this.#names.set(tournament, name);
    // Whoever enters again later had their first seat with the entry before.
    if (this.#told.get(tournament)?.seat === undefined) this.#note(tournament, { entry });
  }

  #note(tournament: number, told: ToldStart): void {
    this.#told.set(tournament, { ...this.#told.get(tournament), ...told });
    this.#compare(tournament);
  }

  /** Whether the room showed the player what the proof of the start says. */
  #compare(tournament: number): void {
    const [known, told] = [this.known.get(tournament), this.#told.get(tournament)];
    const start = known?.draws.find((one) => one.kind === "start");
    if (!known || !told || !start || known.listed.length > 0) return;
    const findings = toldFindings(start.outcome, told);
    if (findings.length === 0) return;
    const proofs = known.pages.flatMap((one) => one.draws);
    const evidence = JSON.stringify({ protocol: "CCO/1", player: this.#player, tournament, told, draws: proofs, findings });
    this.known.set(tournament, { ...known, listed: findings, evidence });
    this.#raise(tournament);
  }

  async #forget(tournament: number): Promise<void> {
    if (hasPart(tournament)) await this.#tell({ kind: "forget", tournament });
  }

  async #tell(heard: DrawHeard): Promise<void> {
    this.#begun ??= this.#begin();
    if (await this.#begun) tellOfDraw(heard);
  }

  /** Start the witness with the room's key and what it had before; false where the room has no such draws. */
  async #begin(): Promise<boolean> {
    try {
      const { key } = await roomKey();
      listenToDraws({ hear: (said) => this.#read(said), fail: () => (this.#isBroken = true) });
      tellOfDraw({ kind: "begin", player: this.#player, key: pinnedKey(key), kept: keptParts() });
      this.#isBroken = false;
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      this.#begun = null;
      this.#isBroken = true;
      return false;
    }
  }

  #read({ answers, checked, alarm, seat, kept }: FromDraws): void {
    keepParts(kept);
    for (const answer of answers) void this.#answer(answer);
    if (checked) {
      const before = this.known.get(checked.tournament) ?? NOTHING;
      this.known.set(checked.tournament, { ...before, draws: [...before.draws, ...checked.draws] });
      this.#busy.delete(checked.tournament);
      if (checked.draws.some((one) => one.standing === "alarm")) this.#raise(checked.tournament);
      this.#compare(checked.tournament);
    }
    if (seat) {
      this.seats.set(seat.table, seat);
      if (seat.draw.standing === "alarm") toast(t("shell.seat_alarm"), { kind: "bad" });
    }
    if (alarm) {
      const before = this.known.get(alarm.tournament) ?? NOTHING;
      this.known.set(alarm.tournament, { ...before, listed: alarm.findings, evidence: alarm.evidence });
      this.#raise(alarm.tournament);
    }
  }

  async #answer({ tournament, ...answer }: DrawAnswer): Promise<void> {
    try {
      await connection.ask({ ...answer, ch: `tournament:${tournament}` });
    } catch {
      // Too late, or enough others contribute: it is drawn without this number.
    }
  }

  #raise(tournament: number): void {
    toast(t("shell.draw_alarm", { name: this.#names.get(tournament) ?? String(tournament) }), { kind: "bad" });
  }

  // What was drawn

  /** Fetch the next draws of a tournament and have them checked. */
  async load(tournament: number): Promise<void> {
    if (this.#busy.get(tournament)) return;
    this.#busy.set(tournament, true);
    const before = this.known.get(tournament) ?? NOTHING;
    try {
      const after = before.draws.at(-1)?.number ?? 0;
      const page = await get<DrawPage>(`/api/tournaments/${tournament}/draws?after=${after}&limit=${PAGE}`);
      const hasMore = page.draws.length === PAGE;
      this.known.set(tournament, { ...(this.known.get(tournament) ?? NOTHING), pages: [...before.pages, page], hasMore });
      if (page.draws.length === 0) this.#busy.delete(tournament);
      else await this.#tell({ kind: "check", tournament, proofs: page.draws });
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      this.#busy.delete(tournament);
      this.#isBroken = true;
    }
  }
}

function keptParts(): KeptPart[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]") as KeptPart[];
  } catch {
    return [];
  }
}

function keepParts(kept: readonly KeptPart[]): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // A browser without storage contributes all the same, as long as its window stays open.
  }
}

function hasPart(tournament: number): boolean {
  return keptParts().some((one) => one.committed.tournament === tournament);
}

export const draws = new Draws();
