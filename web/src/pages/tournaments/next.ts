// What happens next for a player: the one button of a tournament's page.

import type { Myself, OwnTickets, OwnTournament, TournamentView } from "../../wire";
import { isHexaPro } from "./words";

export type Step = "table" | "unregister" | "register" | "re_enter" | "closed" | "watch" | "replay" | "nothing";
type Ticket = OwnTickets["tickets"][number];
const OPEN: readonly string[] = ["registering", "late_registration"];
const ANY = "any";

export function nextStep(view: TournamentView, own: OwnTournament | undefined, me: Pick<Myself, "player" | "kind"> | null): Step {
  const { row, info } = view;
  if (row.phase === "finished") return "replay";
  if (own) return own.table !== null ? "table" : row.phase === "registering" && info.unregistration ? "unregister" : "nothing";
  const before = view.players.filter((one) => one.player === me?.player).length;
  if (OPEN.includes(row.phase) && row.entries < row.entries_max && before < info.max_entries) {
    const mayEnter = row.admits.length === 0 || row.admits.includes(me?.kind ?? "guest");
    return mayEnter ? (before > 0 ? "re_enter" : "register") : "closed";
  }
  return view.tables.length > 0 ? "watch" : "nothing";
}

/** A ticket that is good for a tournament: for it or for any, and worth its price (TRN-13). */
export function goodTicket({ row }: Pick<TournamentView, "row">, tickets: readonly Ticket[]): Ticket | undefined {
  if (isHexaPro(row) || row.price === 0) return undefined;
  return tickets.find((one) => [ANY, row.ticket_word].includes(one.target) && one.value === row.price && one.currency === row.currency);
}
