// Tournaments as the server tells them: the list of all, and one with its page.

import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";

import { get, Refused } from "../api";
import type { EventBody, OwnStanding, PlayerRow, TournamentChanged, TournamentRow, TournamentsView, TournamentView } from "../wire";
import { connection, type ChannelFrame } from "./connection.svelte";
import { session } from "./session.svelte";

const PARTS = ["row", "level", "level_s", "breaks", "pauses", "hand_for_hand", "prizes", "prizes_final", "tables", "deal", "players_count"] as const;

/** So much of the chat is there to be read, as in a snapshot. */
const LINES_KEPT = 50;

/** A large tournament tells of its largest stacks only: where the player stands is asked for. */
const STANDING_EVERY_MS = 20_000;

/** A tournament with the player's own entries and place, where the rows do not have them. */
export type SeenTournament = TournamentView & { own?: OwnStanding };

/** The rows of the list after an event, what starts first at the beginning. */
export function rowsAfter(rows: readonly TournamentRow[], event: EventBody): readonly TournamentRow[] {
  if (event.type !== "tournaments_changed") return rows;
  const changed = new Map(event.tournaments.map((row) => [row.tournament, row]));
  const others = rows.filter((row) => !changed.has(row.tournament) && !event.gone.includes(row.tournament));
  return [...others, ...changed.values()].sort(
    (one, other) => (one.starts_ms ?? 0) - (other.starts_ms ?? 0) || one.price - other.price || one.tournament - other.tournament,
  );
}

/** The page of a tournament after an event: only what is in the event is different. */
export function viewAfter(view: SeenTournament, event: EventBody): SeenTournament {
  if (event.type === "chat_said") return { ...view, chat: [...view.chat, event].slice(-LINES_KEPT) };
  if (event.type !== "tournament_changed") return view;
  const changed = event as Partial<TournamentChanged>;
  const parts = Object.fromEntries(PARTS.filter((name) => name in changed).map((name) => [name, changed[name]]));
  return { ...view, ...parts, players: playersAfter(view.players, changed.players ?? [], changed.players_gone ?? []) };
}

function playersAfter(before: readonly PlayerRow[], changed: readonly PlayerRow[], gone: readonly number[]): PlayerRow[] {
  if (changed.length + gone.length === 0) return [...before];
  const rows = new Map(before.map((row) => [row.entry, row]));
  for (const row of changed) rows.set(row.entry, row);
  for (const entry of gone) rows.delete(entry);
  const order = (row: PlayerRow) => row.place || Infinity;
  return [...rows.values()].sort((one, other) => other.stack - one.stack || order(one) - order(other) || one.entry - other.entry);
}

class TournamentList {
  rows = $state.raw<readonly TournamentRow[] | null>(null);
  #users = 0;
  #stop: (() => void) | null = null;

  /** Listen while a screen shows it, until the function that is returned is called. */
  open(): () => void {
    this.#users += 1;
    this.#stop ??= connection.listen("tournaments", (frame) => this.#read(frame));
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  }

  #read(frame: ChannelFrame): void {
    if (frame.t === "snapshot") this.rows = (frame.d as TournamentsView).tournaments;
    else if (frame.t === "event" && this.rows) this.rows = rowsAfter(this.rows, frame.d as EventBody);
    else if (frame.t === "closed") this.rows ??= [];
  }
}

export const list = new TournamentList();

export class TournamentStore {
  view = $state.raw<SeenTournament | null>(null);
  /** Whether the room has no such tournament any more; what was seen last stays. */
  isGone = $state(false);
  #stop: () => void;
  #askedAt = -Infinity;

  constructor(readonly id: number) {
    this.#stop = connection.listen(`tournament:${id}`, (frame) => this.#read(frame));
  }

  close(): void {
    this.#stop();
  }

  #read(frame: ChannelFrame): void {
    if (frame.t === "snapshot") {
      const own = this.view?.own;
      this.view = { ...(frame.d as TournamentView), ...(own && { own }) };
      this.isGone = false;
    } else if (frame.t === "event" && this.view) this.view = viewAfter(this.view, frame.d as EventBody);
    else if (frame.t === "closed") this.isGone = true;
    void this.#askStanding();
  }

  async #askStanding(): Promise<void> {
    const hasAll = !this.view || this.view.players_count <= this.view.players.length;
    if (hasAll || this.isGone || !session.me || connection.now < this.#askedAt + STANDING_EVERY_MS) return;
    this.#askedAt = connection.now;
    try {
      const own = await get<OwnStanding>(`/api/tournaments/${this.id}/standing`);
      if (this.view) this.view = { ...this.view, own };
    } catch (refusal) {
      // The tournament has just ended, or the line is lost: the place is not shown meanwhile.
      if (!(refusal instanceof Refused)) throw refusal;
    }
  }
}

/** Whoever is moved to another table follows the same tournament from there: nothing is fetched again. */
const LINGER_MS = 1_000;

class OpenTournaments {
  readonly open = new SvelteMap<number, TournamentStore>();
  #users = new Map<number, number>();

  /** Follow a tournament until the function that is returned is called; several may. */
  follow(id: number): () => void {
    this.#users.set(id, (this.#users.get(id) ?? 0) + 1);
    // Whoever follows does not depend on who else does.
    untrack(() => this.open.has(id) || this.open.set(id, new TournamentStore(id)));
    return () => {
      const left = (this.#users.get(id) ?? 1) - 1;
      this.#users.set(id, left);
      if (left === 0) setTimeout(() => this.#close(id), LINGER_MS);
    };
  }

  #close(id: number): void {
    if ((this.#users.get(id) ?? 0) > 0) return;
    this.#users.delete(id);
    this.open.get(id)?.close();
    this.open.delete(id);
  }
}

export const tournaments = new OpenTournaments();
