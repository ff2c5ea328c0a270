// Too few players for a table, in words for those in the queue.

import { t } from "../../i18n/index.svelte";
import type { Gathering } from "../../wire";

/** "Waiting for a third player: 2 of 3 are here". */
export function gatheringWords({ ready, needed }: Gathering): string {
  const isThird = needed === 3 && ready === 2;
  return t(isThird ? "table.waiting_third" : "table.waiting_more", { ready, needed });
}
