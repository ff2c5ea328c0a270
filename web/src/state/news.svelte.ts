// What a player hears of their tournaments, kept until the screen has shown it: seats, moves, results.

import { SvelteMap } from "svelte/reactivity";

import type { BountyWon, EventBody, MeView, TournamentOut, TournamentResult, TournamentSeated } from "../wire";
import { moving } from "./moving.svelte";
import { tables } from "./tables.svelte";

/** A seat in a tournament; `from` is the table that the player sat at before. */
export interface Seating {
  tournament: number;
  name: string;
  table: number;
  from: number | null;
  cause: TournamentSeated["cause"];
}
/** How it ended for the player: the place, the prize, and what they won by knocking others out. */
export type Result = Omit<TournamentResult, "type"> & { bounties: number };

class News {
  /** Where the player was seated last, until it was shown. */
  seating = $state.raw<Seating | null>(null);
  /** Results that were not put away yet, by tournament. */
  readonly results = new SvelteMap<number, Result>();
  /** A bounty that was just won, until it was shown. */
  bounty = $state.raw<BountyWon | null>(null);
  #bounties = new Map<number, number>();

  /** Whether there is anything to show. */
  get isOn(): boolean {
    return this.seating !== null || this.results.size > 0 || this.bounty !== null;
  }

  /** Take in an event of the channel `me`; `before` is what the player had before it. */
  hear(event: EventBody, before: MeView): void {
    if (event.type === "tournament_seated") {
      const own = before.tournaments.find((one) => one.tournament === event.tournament);
      const { tournament, table, cause } = event;
      const from = own?.table ?? null;
      if (from !== null && from !== table) moving.begin(from, table);
      this.seating = { tournament, table, cause, name: own?.name ?? "", from };
    } else if (event.type === "tournament_out") this.#out(event, before);
    else if (event.type === "tournament_result") this.#result(event);
    else if (event.type === "bounty_won") this.#bounty(event);
  }

  /** The player has seen how it ended. */
  putAway(tournament: number): void {
    this.results.delete(tournament);
    tables.release(tournament);
  }

  /** Out, with a place that is not known while others can still enter; where it is, it follows at once. */
  #out({ tournament }: TournamentOut, before: MeView): void {
    tables.keepLast(tournament);
    const name = before.tournaments.find((one) => one.tournament === tournament)?.name ?? "";
    const bounties = this.#bounties.get(tournament) ?? 0;
    this.results.set(tournament, { tournament, name, place: 0, prize: 0, is_seat: false, held: false, plays_on: false, bounties });
  }

  /** The place comes first, the prize may follow. What becomes of an earlier entry is for the history alone. */
  #result({ type: _, ...result }: TournamentResult): void {
    if (result.plays_on) return;
    tables.keepLast(result.tournament);
    const known = this.results.get(result.tournament);
    const bounties = this.#bounties.get(result.tournament) ?? 0;
    this.results.set(result.tournament, { ...result, bounties, place: result.place || (known?.place ?? 0), prize: Math.max(result.prize, known?.prize ?? 0) });
  }

  #bounty(event: BountyWon): void {
    const { tournament, cash } = event;
    this.#bounties.set(tournament, (this.#bounties.get(tournament) ?? 0) + cash);
    this.bounty = event;
    const known = this.results.get(tournament);
    if (known) this.results.set(tournament, { ...known, bounties: known.bounties + cash });
  }
}

export const news = new News();
