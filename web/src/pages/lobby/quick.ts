// From one click to a seat: the busiest stake that one can afford, with the usual stack.

import { get } from "../../api";
import { connection } from "../../state/connection.svelte";
import type { Holdings, LobbyView, SeatOffered, StakeRow } from "../../wire";

const USUAL_BIG_BLINDS = 100;
/** Of one's money at most such a part goes to one table, if there is a stake for that. */
const PARTS = 10;

/** What to bring to a table: a hundred big blinds, within what is legal and what one has. */
export function usualStack(bigBlind: number, least: number, most: number, balance: number): number {
  const affordable = Math.max(least, Math.min(most, balance));
  return Math.min(Math.max(USUAL_BIG_BLINDS * bigBlind, least), affordable);
}

/** The stake to begin with: free seats beside others first, then more players, then the lower. */
export function firstStake(rows: readonly StakeRow[], balance: number, kind: string): StakeRow | undefined {
  const open = rows.filter((row) => row.admits.includes(kind) && row.min_buy_in <= balance && row.format === "ordinary");
  const modest = open.filter((row) => row.max_buy_in * PARTS <= balance);
  const free = (row: StakeRow) => Number(row.players > 0 && row.players < row.tables * row.seats);
  return [...(modest.length > 0 ? modest : open)].sort(
    (one, other) => free(other) - free(one) || other.players - one.players || one.big_blind - other.big_blind,
  )[0];
}

/** Ask for a seat and take it; the table's number, or null when one must wait. */
export async function quickSeat(kind: string): Promise<number | null> {
  const [lobby, money] = await Promise.all([get<LobbyView>("/api/lobby"), get<Holdings>("/api/cashier")]);
  const row = firstStake(lobby.stakes, money.balance, kind);
  if (row === undefined) return null;
  const { game, format, small_blind, big_blind } = row;
  const answer = await connection.ask({ t: "play", game, format, small_blind, big_blind, tables: 1 });
  const offer = (answer.offers as SeatOffered[] | undefined)?.[0];
  if (offer === undefined) return null;
  const amount = usualStack(big_blind, offer.buy_in.least, offer.buy_in.most, money.balance);
  await connection.ask({ t: "sit", ch: `table:${offer.table}`, amount, reset: false });
  return offer.table;
}
