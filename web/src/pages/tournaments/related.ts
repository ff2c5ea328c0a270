// Which tournaments belong together: a satellite names the word on the tickets that it is played for.

import type { TournamentRow } from "../../wire";

type Named = Pick<TournamentRow, "tournament" | "target" | "ticket_word">;
const ANY = "any";

/** The tournaments that one can enter with what this satellite gives. */
export function targetsOf<Row extends Named>(satellite: Named, rows: readonly Row[]): Row[] {
  if (!satellite.target || satellite.target === ANY) return [];
  return rows.filter((one) => one.ticket_word === satellite.target && one.tournament !== satellite.tournament);
}

/** The satellites that give seats in this tournament. */
export function satellitesOf<Row extends Named>(target: Named, rows: readonly Row[]): Row[] {
  if (!target.ticket_word || target.ticket_word === ANY) return [];
  return rows.filter((one) => one.target === target.ticket_word && one.tournament !== target.tournament);
}
