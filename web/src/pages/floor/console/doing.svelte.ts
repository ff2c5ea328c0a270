// What somebody at the console is doing: the sheet that is open, what was done last, why something was refused.

import { getContext, setContext } from "svelte";

import { get, Refused } from "../../../api";
import type { ChipRace, FloorLogPage, FloorSeatView, FloorState, FloorTableView, LogEntry, Outcome } from "../../../wire";
import { Desk, type Command } from "../state.svelte";
import type { Deed } from "./deeds";

export type Sheet =
  | { kind: "seat"; entry: number }
  /** `out` are marked already as those who are out. */
  | { kind: "table"; table: number; out?: number }
  | { kind: "deed"; deed: Deed }
  | { kind: "race"; table: number }
  | { kind: "raced"; table: number; race: ChipRace }
  | { kind: "count"; table: number }
  | { kind: "move"; entry: number }
  | { kind: "deal" }
  | { kind: "cancel" }
  | { kind: "undo"; entry: number }
  | { kind: "receipt"; entry: number }
  | { kind: "keys" };

interface Said {
  refusal: Refused;
  /** What this console had not shown when it was refused. */
  changed: LogEntry[];
  /** Do it all the same, now that one has seen it. */
  again: (() => Promise<boolean>) | null;
}

export class Doing {
  sheet = $state.raw<Sheet | null>(null);
  /** What this console did last, with its entries of the log. */
  last = $state.raw<Outcome | null>(null);
  said = $state.raw<Said | null>(null);

  constructor(readonly desk: Desk) {}

  get state(): FloorState | null {
    return this.desk.state;
  }

  open(sheet: Sheet): void {
    this.said = null;
    this.sheet = sheet;
  }

  close(): void {
    this.sheet = null;
  }

  /** Do something; whether it was done. A refusal is shown, and nothing has changed. */
  async run(command: Command, reason = ""): Promise<boolean> {
    return this.#try(
      () => this.desk.command(command, reason),
      () => this.run(command, reason),
    );
  }

  async undo(entry: number, reason: string, withDependents: boolean): Promise<boolean> {
    return this.#try(() => this.desk.undo(entry, reason, withDependents), null);
  }

  async enterList(csv: string): Promise<boolean> {
    return this.#try(() => this.desk.enterList(csv), null);
  }

  async #try(send: () => Promise<Outcome>, again: (() => Promise<boolean>) | null): Promise<boolean> {
    this.said = null;
    try {
      this.last = await send();
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      const isBehind = refusal.reason === "changed_meanwhile";
      this.said = { refusal, changed: await this.#entries(refusal), again: isBehind ? again : null };
      return false;
    }
  }

  /** The entries that a refusal names as new to this console. */
  async #entries({ reason, d }: Refused): Promise<LogEntry[]> {
    const named = reason === "changed_meanwhile" ? d["entries"] : d["new_entries"];
    const numbers = Array.isArray(named) ? (named as number[]) : [];
    const first = numbers[0];
    if (first === undefined) return [];
    try {
      const limit = Math.min(100, numbers.at(-1)! - first + 1);
      const page = await get<FloorLogPage>(`/api/floor/${this.desk.floor}/log?after=${first - 1}&limit=${limit}`);
      return page.entries.filter((one) => numbers.includes(one.number));
    } catch (failure) {
      // The refusal itself is what matters: it is shown even without its details.
      if (failure instanceof Refused) return [];
      throw failure;
    }
  }

  /** The name of an entry's player. */
  name(entry: number | null | undefined): string {
    return this.state?.players.find((one) => one.entry === entry)?.player ?? `#${entry ?? "?"}`;
  }

  seatOf(entry: number): { table: FloorTableView; seat: FloorSeatView } | null {
    for (const table of this.state?.tables ?? []) {
      const seat = table.players.find((one) => one.entry === entry);
      if (seat) return { table, seat };
    }
    return null;
  }

  /** Whether the caller's role may do what the floor does, and what only the manager does (LIVE-1). */
  get isFloor(): boolean {
    return ["manager", "deputy", "floor"].includes(this.state?.role ?? "");
  }

  /** Hand for hand: places depend on the chips at the start of the hand, also of one who is out alone (LIVE-29.c). */
  get isHandForHand(): boolean {
    return (this.state?.hand_for_hand.phase ?? "normal") !== "normal";
  }

  /** A player is out: done at once, or asked for the chips at the start of the hand where they matter. */
  async bust(table: number, entry: number): Promise<void> {
    if (this.isHandForHand) return this.open({ kind: "table", table, out: entry });
    if (await this.run({ do: "finish_hand", table, out: [entry] })) this.close();
  }

  get isManager(): boolean {
    return ["manager", "deputy"].includes(this.state?.role ?? "");
  }

  get isCashier(): boolean {
    return this.isFloor || this.state?.role === "cashier";
  }
}

const KEY = Symbol("doing");

export function provideDoing(doing: Doing): Doing {
  return setContext(KEY, doing);
}

export function useDoing(): Doing {
  return getContext<Doing>(KEY);
}
