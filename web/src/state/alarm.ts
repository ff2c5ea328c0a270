// The hero's clock, heard: a second call at half time when the window is hidden, ticks at the end.

import { t } from "../i18n/index.svelte";
import { play } from "../table/sound/play";
import type { TableStore } from "../table/state/store.svelte";
import { callBack } from "./calling";

const LAST_MS = 5_000;
const TICK_MS = 1_000;

/** Watch one turn at one table until it ends; the function that is returned stops it. */
export function watchTurn(table: TableStore, now: () => number): () => void {
  const turn = table.decision.turn;
  if (!turn) return () => undefined;
  const ends = turn.deadline_ms + turn.bank_ms;
  const half = setTimeout(() => callAgain(table), Math.max(0, (turn.deadline_ms - now()) / 2));
  let ticking: ReturnType<typeof setInterval> | undefined;
  const last = setTimeout(() => {
    table.notices.urgent = t("acting.spoken_seconds", { seconds: LAST_MS / 1000 });
    ticking = setInterval(() => play("tick", table.channel), TICK_MS);
  }, Math.max(0, ends - LAST_MS - now()));
  return () => {
    clearTimeout(half);
    clearTimeout(last);
    clearInterval(ticking);
  };
}

function callAgain(table: TableStore): void {
  if (!document.hidden) return;
  play("turn", table.channel);
  callBack();
}
