// What happens next for a player: the one button of a tournament's page.

import type { SeenTournament } from "../../state/tournaments.svelte";
import type { Myself, OwnTickets, OwnTournament, TournamentView } from "../../wire";
import { isHexaPro } from "./kinds";
import { isOpen, isBeforeStart } from "./phases";

export type Step = "table" | "unregister" | "announced" | "register" | "re_enter" | "closed" | "watch" | "replay" | "nothing";
type Ticket = OwnTickets["tickets"][number];
const ANY = "any";

export function nextStep(view: SeenTournament, own: OwnTournament | undefined, me: Pick<Myself, "player" | "kind"> | null): Step {
  const { row, info } = view;
  if (row.phase === "finished") return "replay";
  if (own) return own.table !== null ? "table" : isBeforeStart(row) && info.unregistration ? "unregister" : "nothing";
  if (row.phase === "announced") return "announced";
  const shown = view.players.filter((one) => one.player === me?.player).length;
  const before = Math.max(shown, view.own?.entries.length ?? 0);
  if (isOpen(row) && row.entries < row.entries_max && before < info.max_entries) {
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
