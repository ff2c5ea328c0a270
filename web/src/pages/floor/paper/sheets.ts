// How papers are laid out: on A4 several to a page, on a roll one after the other.

import type { Papers } from "../../../wire";

export type Paper = Papers["papers"][number];
export const KINDS = ["receipts", "seat_cards", "move_tickets", "payout_slips", "bagging_sheets"] as const;
export type Kind = (typeof KINDS)[number];
export type Size = "a4" | "roll";
const ON_A4: Record<Kind, number> = { receipts: 4, seat_cards: 10, move_tickets: 6, payout_slips: 6, bagging_sheets: 1 };

/** The papers of each page. */
export function sheets(papers: readonly Paper[], kind: Kind, size: Size): Paper[][] {
  const each = size === "roll" ? 1 : ON_A4[kind];
  return Array.from({ length: Math.ceil(papers.length / each) }, (_, page) => papers.slice(page * each, (page + 1) * each));
}

/** Those of players whose name has these letters; of bagging sheets those of tables with such a player. */
export function named(papers: readonly Paper[], letters: string): Paper[] {
  const wanted = letters.trim().toLowerCase();
  const has = (player: string) => player.toLowerCase().includes(wanted);
  return papers.filter((one) => (one.type === "bagging_sheet" ? one.lines.some((line) => has(line.player)) || one.lines.length === 0 : has(one.player)));
}

/** The number of the log entry behind a paper; those that are always up to date have none. */
export function numberOf(paper: Paper): number {
  return "number" in paper ? paper.number : 0;
}

/** Whether an address can be reached only from this computer. */
export function isOnlyHere(address: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(address);
}

const KEY = "cardroom.paper";

/** What this browser remembers about printing: the size, the address for phones, what was printed. */
export interface Kept {
  size?: Size;
  phones?: string;
  printed?: Record<string, number>;
}

export function keptPaper(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

/** The address that phones in the hall reach: as it was written once, or that of this page. */
export function phonesAddress(): string {
  const { phones } = keptPaper();
  return phones && !isOnlyHere(phones) ? phones : location.origin;
}

export function keepPaper(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser without storage forgets it; everything prints.
  }
}
