// The figures of a tournament as the line over the felt shows them. Pure.

import type { SeenTournament } from "../../state/tournaments.svelte";
import type { Award, PlayerRow, TournamentGame, TournamentView } from "../../wire";

export interface Figures {
  left: number;
  entries: number;
  /** The player's place by chips among those left; 0 for who does not play. */
  place: number;
  /** Chips per player left. */
  average: number;
  /** What is won next: for one place fewer, or for lasting until the money; null when nothing more can be. */
  jump: { award: Award; playersToGo: number } | null;
  /** The last of several tables. */
  isFinalTable: boolean;
  /** Whether the players left may talk about a deal, as far as one can see. */
  mayDeal: boolean;
}

/** What is worth knowing of a tournament for one of its players, or for the rail. */
export function figuresOf(view: SeenTournament | null, viewer: number): Figures {
  if (!view) return { left: 0, entries: 0, place: 0, average: 0, jump: null, isFinalTable: false, mayDeal: false };
  const { left, entries, chips, seats } = view.row;
  return {
    left,
    entries,
    place: placeOf(view.players, viewer) || Math.min(view.own?.place ?? 0, left),
    average: left > 0 ? Math.round(chips / left) : 0,
    jump: jumpOf(view.prizes, left),
    isFinalTable: view.tables.length === 1 && entries > seats,
    mayDeal: mayDeal(view),
  };
}

/** Whether the prize pool of a HexaPro game is being drawn: nothing else may give it away. */
export function isDrawing({ deals_from_ms, multiplier_tenths }: Pick<TournamentGame, "deals_from_ms" | "multiplier_tenths">, now: number): boolean {
  return deals_from_ms !== null && multiplier_tenths > 0 && deals_from_ms > now;
}

function placeOf(players: readonly PlayerRow[], viewer: number): number {
  const own = players.find((row) => row.player === viewer && row.stack > 0);
  return own ? 1 + players.filter((row) => row.stack > own.stack).length : 0;
}

/** The next higher prize, and how many players have to go before it is won. */
export function jumpOf(prizes: readonly Award[], left: number): Figures["jump"] {
  if (left < 2 || prizes.length === 0) return null;
  const now = prizes[left - 1];
  const worth = (award: Award | undefined) => award?.cents ?? 0;
  for (let place = Math.min(left - 1, prizes.length); place >= 1; place -= 1) {
    const award = prizes[place - 1]!;
    if (!now || worth(award) > worth(now)) return { award, playersToGo: left - place };
  }
  return null;
}

function mayDeal({ row, prizes, prizes_final, tables, deal }: TournamentView): boolean {
  const isInTheMoney = prizes_final && row.left >= 2 && row.left <= prizes.length && row.phase === "running";
  const isCash = prizes.every((award) => !award.seat) && !row.kind.startsWith("hexapro");
  return isInTheMoney && isCash && tables.length === 1 && deal === null;
}
