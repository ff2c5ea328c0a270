// Which tournaments belong together: a satellite names the word on the tickets that it is played for,
// and who is out of one may like another.

import type { TournamentRow } from "../../wire";
import { isOnDemand } from "./kinds";
import { isOpen } from "./phases";

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

/** What somebody who has played a tournament can enter next: one of the same name, or else the nearest in price. */
export function similarTo(played: TournamentRow, rows: readonly TournamentRow[], kind: string): TournamentRow | undefined {
  const isForThem = (one: TournamentRow) => one.admits.length === 0 || one.admits.includes(kind);
  const isLike = (one: TournamentRow) => one.game === played.game && one.currency === played.currency && !isOnDemand(one);
  const strangeness = (one: TournamentRow) => (one.name === played.name ? -1 : Math.abs(one.price - played.price));
  return rows
    .filter((one) => one.tournament !== played.tournament && isOpen(one) && one.entries < one.entries_max && isForThem(one) && isLike(one))
    .sort((one, other) => strangeness(one) - strangeness(other) || (one.starts_ms ?? 0) - (other.starts_ms ?? 0))[0];
}
