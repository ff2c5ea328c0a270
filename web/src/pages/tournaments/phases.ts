// How far a tournament has come, as far as pages tell it apart.

import type { TournamentRow } from "../../wire";

type Standing = Pick<TournamentRow, "phase">;

/** Whether one can enter now. */
export function isOpen({ phase }: Standing): boolean {
  return phase === "registering" || phase === "late_registration";
}

/** Whether it has not started; whether one can enter is another question. */
export function isBeforeStart({ phase }: Standing): boolean {
  return phase === "announced" || phase === "registering";
}

/** Whether it has started and is not over. */
export function isPlaying(row: Standing): boolean {
  return !isBeforeStart(row) && row.phase !== "finished" && row.phase !== "cancelled";
}
