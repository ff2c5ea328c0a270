// From one click to cards: a stake where a hand is running, the usual stack, and a posted blind.

import { get } from "../../api";
import { t } from "../../i18n/index.svelte";
import { router } from "../../router.svelte";
import { connection } from "../../state/connection.svelte";
import { enter } from "../../state/entering";
import { tables } from "../../state/tables.svelte";
import { sayRefusal, toast } from "../../state/toasts.svelte";
import type { Holdings, LobbyView, PlaceView, Queued, SeatOffered, StakeRow, TableView } from "../../wire";

const USUAL_BIG_BLINDS = 100;
/** Of one's money at most such a part goes to one table, if there is a stake for that. */
const PARTS = 10;
/** So many tables are looked at, at most, before one looks around anew; of one stake so many. */
const LOOKED_AT = 6;
const LOOKED_AT_OF_STAKE = 3;
/** So long one looks for a hand that moves: where practice players sit, the house opens a further table meanwhile. */
const LOOK_MS = 15_000;
const LOOK_EVERY_MS = 1_500;
/** So long after one has sat down it is seen to that cards come. */
const WATCH_MS = 20_000;
const WATCH_EVERY_MS = 500;

/** What to bring to a table: a hundred big blinds, within what is legal and what one has. */
export function usualStack(bigBlind: number, least: number, most: number, balance: number): number {
  const affordable = Math.max(least, Math.min(most, balance));
  return Math.min(Math.max(USUAL_BIG_BLINDS * bigBlind, least), affordable);
}

/** How good a stake is for a first hand, the most telling first; higher is better. */
function merits(row: StakeRow, balance: number): number[] {
  const isFree = row.players < row.tables * row.seats;
  return [
    Number(isFree && row.players > 1),
    Number(isFree && row.players > 0),
    Number(row.game === "nl-holdem"),
    Number(row.format === "ordinary"),
    Number(row.max_buy_in * PARTS <= balance),
    row.players,
    -row.big_blind,
  ];
}

/** The stakes to begin with, the best first: where hands are dealt now, well known, modest, busy, low. */
export function firstStakes(rows: readonly StakeRow[], balance: number, kind: string): StakeRow[] {
  const open = rows.filter((row) => row.admits.includes(kind) && row.min_buy_in <= balance);
  const scored = open.map((row) => ({ row, merits: merits(row, balance) }));
  const better = (one: number[], other: number[]) => other.map((merit, place) => merit - one[place]!).find((by) => by !== 0) ?? 0;
  return scored.sort((one, other) => better(one.merits, other.merits)).map(({ row }) => row);
}

/** Sit down where cards come soon, and go there; false when one must wait. */
export async function quickPlay(kind: string): Promise<boolean> {
  const table = await quickSeat(kind);
  if (table === null) return false;
  router.go(`/table/${table}`);
  moveOn(kind, table).catch(sayRefusal);
  return true;
}

/** Where a connection is lost before the first cards come, one does not wait with the others. */
async function moveOn(kind: string, table: number): Promise<void> {
  for (const until = Date.now() + WATCH_MS; Date.now() < until; await pause(WATCH_EVERY_MS)) {
    const seen = tables.open.get(table);
    if (router.path !== `/table/${table}` || seen?.seat) return;
    if (seen?.place && standsStill(seen.truth)) break;
  }
  if (!standsStill(tables.open.get(table)?.truth ?? null)) return;
  toast(t("landing.quick_moved"));
  await connection.ask({ t: "leave", ch: `table:${table}` });
  await quickPlay(kind);
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Ask for a seat, take it and post; the table's number, or null when one must wait. */
async function quickSeat(kind: string): Promise<number | null> {
  const { balance } = await get<Holdings>("/api/cashier");
  const offer = await offered(async () => firstStakes((await get<LobbyView>("/api/lobby")).stakes, balance, kind));
  if (offer === null) return null;
  const { least, most } = offer.buy_in;
  const amount = usualStack(offer.stake[3], least, most, balance);
  await connection.ask({ t: "sit", ch: `table:${offer.table}`, amount, reset: false });
  await enter(offer.table, true);
  return offer.table;
}

/** A seat where no hand stands still, as soon as there is one; who finds none waits for the best stake. */
async function offered(look: () => Promise<StakeRow[]>): Promise<SeatOffered | null> {
  const until = Date.now() + LOOK_MS;
  for (;;) {
    const stakes = await look();
    for (const row of lookedAt(stakes)) {
      const { offer, queued } = await askFor(row);
      if (offer && isMoving(await tableNow(offer.table))) return offer;
      if (offer) await connection.ask({ t: "decline", ch: `table:${offer.table}` });
      for (const { entry } of queued) await connection.ask({ t: "leave_queue", entry });
    }
    const [best] = stakes;
    if (best === undefined) return null;
    if (best.players === 0 || Date.now() > until) return (await askFor(best)).offer ?? null;
    await pause(LOOK_EVERY_MS);
  }
}

/** Where to look, a stake once for each of its tables: the house draws one. The best stake's game comes first. */
export function lookedAt(stakes: readonly StakeRow[]): StakeRow[] {
  const played = stakes.filter((row) => row.players > 0);
  const isSame = (row: StakeRow) => row.game === stakes[0]?.game;
  const ordered = [...played.filter(isSame), ...played.filter((row) => !isSame(row))];
  return ordered.flatMap((row) => Array<StakeRow>(Math.min(row.tables, LOOKED_AT_OF_STAKE)).fill(row)).slice(0, LOOKED_AT);
}

type Seen = Pick<TableView, "places" | "hand">;

/** Whether two others are ready to play, and no hand waits for somebody whose connection is lost. */
export function isMoving(table: Seen | null): boolean {
  const isReady = ({ out_since_ms, stack }: PlaceView) => out_since_ms === null && stack > 0;
  return table !== null && table.places.filter(isReady).length > 1 && !standsStill(table);
}

/** Whether the hand waits, or will, for somebody whose connection is lost. */
function standsStill(table: Seen | null): boolean {
  const live = new Set(table?.hand?.seats.filter((one) => one.live).map((one) => one.seat));
  return table?.places.some(({ connected, kind, seat }) => !connected && kind !== "practice" && live.has(seat)) ?? false;
}

/** A table as it is now; null when it has just been closed. */
function tableNow(table: number): Promise<TableView | null> {
  return new Promise((done) => {
    const stop = connection.listen(`table:${table}`, (frame) => {
      if (frame.t !== "snapshot" && frame.t !== "closed") return;
      stop();
      done(frame.t === "snapshot" ? (frame.d as TableView) : null);
    });
  });
}

async function askFor(row: StakeRow): Promise<{ offer: SeatOffered | undefined; queued: Queued[] }> {
  const { game, format, small_blind, big_blind } = row;
  const answer = await connection.ask({ t: "play", game, format, small_blind, big_blind, tables: 1 });
  const [offer] = (answer.offers ?? []) as SeatOffered[];
  return { offer, queued: (answer.queued ?? []) as Queued[] };
}
