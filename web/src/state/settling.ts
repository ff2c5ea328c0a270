// Waiting until the screen has shown what happened at a table: a run-out, the cards, who won.

import { tables } from "./tables.svelte";

const LOOK_MS = 100;

/** Call `then` once a table has drawn its hand to the end, plays the next one, or `msMax` have passed. */
export function whenSettled(id: number, msMax: number, then: () => void): () => void {
  const number = tables.open.get(id)?.truth?.number;
  let waited = 0;
  const look = () => {
    const table = tables.open.get(id);
    const isNext = table?.shown?.number !== number;
    if (table && !table.isSettled && !isNext && waited < msMax) return;
    clearInterval(timer);
    then();
  };
  const timer = setInterval(() => {
    waited += LOOK_MS;
    look();
  }, LOOK_MS);
  return () => clearInterval(timer);
}
