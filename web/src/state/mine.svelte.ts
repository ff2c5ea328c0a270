// The player's own affairs: money, seats, offered seats, places in queues, tournaments.

import { t, withWords } from "../i18n/index.svelte";
import type { MeView, OwnTournament, SeatOffered, StakeRow, EventBody } from "../wire";
import { connection, type ChannelFrame } from "./connection.svelte";
import type { Draws } from "./draws.svelte";
import { news } from "./news.svelte";
import { unseen } from "./notices.svelte";
import { session } from "./session.svelte";
import { toast } from "./toasts.svelte";

/** What is the player's own, after an event of the channel `me`. */
export function afterEvent(view: MeView, event: EventBody): MeView {
  switch (event.type) {
    case "balance_changed":
      return { ...view, balance: event.balance };
    case "seat_offered": {
      const queued = view.queued.filter((one) => one.entry !== event.entry);
      return { ...view, offers: [...without(view.offers, event.table), event], queued };
    }
    case "offer_lapsed":
      return { ...view, offers: without(view.offers, event.table) };
    case "queued":
      return { ...view, queued: [...view.queued.filter((one) => one.entry !== event.entry), event] };
    case "queue_left":
      return { ...view, queued: view.queued.filter((one) => one.entry !== event.entry) };
    case "seat_taken": {
      const seat = { table: event.table, seat: event.seat, stack: event.stack };
      return {
        ...view,
        seats: [...without(view.seats, event.table), seat],
        offers: without(view.offers, event.table),
      };
    }
    case "seat_left":
      return { ...view, seats: without(view.seats, event.table) };
    default:
      return { ...view, tournaments: tournamentsAfter(view.tournaments, event) };
  }
}

/** The tournaments that the player is in, after an event. */
function tournamentsAfter(before: OwnTournament[], event: EventBody): OwnTournament[] {
  switch (event.type) {
    case "tournament_entered": {
      const { tournament, name, starts_ms } = event;
      const others = before.filter((one) => one.tournament !== tournament);
      return [...others, { tournament, name, starts_ms, table: null, seat: null, rebuy_until_ms: null, draw: null }];
    }
    case "tournament_seated":
      return before.map((one) =>
        one.tournament === event.tournament ? { ...one, table: event.table, seat: event.seat, rebuy_until_ms: null } : one,
      );
    case "rebuy_wanted":
      return before.map((one) => (one.tournament === event.tournament ? { ...one, rebuy_until_ms: event.until_ms } : one));
    case "tournament_result":
      // The place of an earlier entry: the player is in with another one.
      return event.plays_on ? before : before.filter((one) => one.tournament !== event.tournament);
    case "tournament_left":
    case "tournament_out":
    case "tournament_over":
      return before.filter((one) => one.tournament !== event.tournament);
    default:
      return before;
  }
}

/** Every table at which the player sits, for money or for chips. */
export function ownTables(view: MeView | null): number[] {
  const played = view?.tournaments.flatMap((one) => (one.table === null ? [] : [one.table])) ?? [];
  return [...(view?.seats.map((seat) => seat.table) ?? []), ...played];
}

/** Whether the player sits, waits or is registered anywhere. */
export function hasGames(view: MeView | null): boolean {
  return view !== null && view.seats.length + view.queued.length + view.tournaments.length > 0;
}

function without<Row extends { table: number }>(rows: Row[], table: number): Row[] {
  return rows.filter((row) => row.table !== table);
}

class Mine {
  view = $state.raw<MeView | null>(null);
  #stop: (() => void) | null = null;
  /** The last number that was heard on the channel. */
  #version = 0;
  /** The draws of the player's seats and tournaments, once there are any. */
  #draws: Promise<Draws> | null = null;

  open(): void {
    this.#stop ??= connection.listen("me", (frame) => this.#read(frame));
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.view = null;
    this.#version = 0;
    this.#draws = null;
  }

  /** Ask for seats at a stake: an offer or a place in the queue follows. */
  async play(stake: Pick<StakeRow, "game" | "format" | "small_blind" | "big_blind">, tables = 1): Promise<void> {
    const { game, format, small_blind, big_blind } = stake;
    const answer = await connection.ask({ t: "play", game, format, small_blind, big_blind, tables });
    for (const event of [...((answer.offers as EventBody[]) ?? []), ...((answer.queued as EventBody[]) ?? [])]) {
      if (this.view) this.view = afterEvent(this.view, event);
    }
  }

  /** Have the house find a game and a seat at it: the table's number, or null when one must wait. */
  async playNow(): Promise<number | null> {
    const answer = await connection.ask({ t: "play_now" });
    for (const event of (answer.queued as EventBody[]) ?? []) {
      if (this.view) this.view = afterEvent(this.view, event);
    }
    const [seat] = (answer.seats ?? []) as { table: number }[];
    return seat?.table ?? null;
  }

  /** Take an offered seat with a stack; `post` to be dealt in at once, where that is allowed. */
  async sit(offer: SeatOffered, amount: number, reset = false, post = false): Promise<void> {
    await connection.ask({ t: "sit", ch: `table:${offer.table}`, amount, reset, post });
  }

  async decline(offer: SeatOffered): Promise<void> {
    await connection.ask({ t: "decline", ch: `table:${offer.table}` });
  }

  async stopWaiting(entry: number): Promise<void> {
    await connection.ask({ t: "leave_queue", entry });
  }

  /** Fetched with the first draw of a seat or the first tournament: most visits to the lobby need nothing of it. */
  #followDraws(): Promise<Draws> {
    const { view } = this;
    this.#draws ??= withWords([], () => import("./draws.svelte")).then(({ draws }) => {
      if (view) draws.restart(view, session.me?.player ?? 0);
      return draws;
    });
    return this.#draws;
  }

  #read(frame: ChannelFrame): void {
    const isKnown = "v" in frame && frame.v === this.#version;
    if ("v" in frame) this.#version = frame.v;
    if (frame.t === "snapshot") {
      this.view = frame.d as MeView;
      this.#draws = null;
      if (this.view.tournaments.length > 0) void this.#followDraws();
      // Only now: what is noticed after the snapshot is heard, what was noticed before it is stored. A snapshot
      // for another listener, with nothing missed in between, has nothing new.
      if (!isKnown) void unseen.load();
    } else if (frame.t === "event" && this.view) {
      const before = this.view;
      const event = frame.d as EventBody;
      if (event.type === "noticed") return unseen.hear(event);
      this.view = afterEvent(before, event);
      if ("cause" in event && event.cause === "not_admitted") toast(t("shell.not_admitted"), { kind: "house", rule: "FAIR-07" });
      if (event.type.startsWith("draw_") || event.type === "seat_drawn" || before.tournaments.length + this.view.tournaments.length > 0) void this.#followDraws().then((draws) => draws.hear(event));
      news.hear(frame.d as EventBody, before);
    }
  }
}

export const mine = new Mine();
