// What the room did for a player, and the rule that says so.

import { t } from "../../i18n/index.svelte";
import type { EventBody } from "../state/types";

/** The rule behind an event that nobody chose; empty when somebody did. */
export function ruleOf(event: EventBody): "" | "TIME-02" | "SIT-08" {
  if (event.type === "server_decided") return "TIME-02";
  return event.type === "sat_out" && event.cause === "server_decision" ? "SIT-08" : "";
}

/** What the player whom the event is about reads; that they sit out is in the bar as long as it is so. */
export function decidedWords(event: EventBody): string {
  return ruleOf(event) === "TIME-02" ? t("table.decided_for_you") : "";
}
