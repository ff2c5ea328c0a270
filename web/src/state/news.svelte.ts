// What a player hears of their tournaments, kept until the screen has shown it: seats, moves, results.

import { SvelteMap } from "svelte/reactivity";

import type { EventBody, MeView, TournamentResult, TournamentSeated } from "../wire";

/** A seat in a tournament; `from` is the table that the player sat at before. */
export interface Seating {
  tournament: number;
  name: string;
  table: number;
  from: number | null;
  cause: TournamentSeated["cause"];
}
export type Result = Omit<TournamentResult, "type">;

class News {
  /** Where the player was seated last, until it was shown. */
  seating = $state.raw<Seating | null>(null);
  /** Results that were not put away yet, by tournament. */
  readonly results = new SvelteMap<number, Result>();
  /** What was cancelled, in the words of its name. */
  cancelled = $state.raw<string | null>(null);

  /** Whether there is anything to show. */
  get isOn(): boolean {
    return this.seating !== null || this.results.size > 0 || this.cancelled !== null;
  }

  /** Take in an event of the channel `me`; `before` is what the player had before it. */
  hear(event: EventBody, before: MeView): void {
    if (event.type === "tournament_seated") {
      const own = before.tournaments.find((one) => one.tournament === event.tournament);
      const { tournament, table, cause } = event;
      this.seating = { tournament, table, cause, name: own?.name ?? "", from: own?.table ?? null };
    } else if (event.type === "tournament_result") this.#result(event);
    else if (event.type === "tournament_left" && event.cause === "cancelled") this.cancelled = event.name;
  }

  /** The place comes first, the prize may follow. */
  #result({ type: _, ...told }: TournamentResult): void {
    const known = this.results.get(told.tournament);
    this.results.set(told.tournament, { ...told, place: told.place || (known?.place ?? 0), prize: Math.max(told.prize, known?.prize ?? 0) });
  }
}

export const news = new News();
