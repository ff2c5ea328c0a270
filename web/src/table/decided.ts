// What the room did in a player's stead, and the rule that says so.

import { t } from "../i18n/index.svelte";
import type { PlaceView, Told } from "./types";

/** The rule behind an event that nobody chose; empty when somebody did. */
export function ruleOf(event: Told): "" | "TIME-02" | "SIT-08" {
  if (event.type === "server_decided") return "TIME-02";
  return event.type === "sat_out" && event.cause === "server_decision" ? "SIT-08" : "";
}

/** What is said to the player whom the event is about. */
export function decidedWords(event: Told): string {
  const rule = ruleOf(event);
  return rule && t(rule === "TIME-02" ? "table.decided_for_you" : "table.set_out_for_you");
}

/** Whether a player was set sitting out while he was not looking. */
export function wasSetOut(before: PlaceView | null, after: PlaceView | null): boolean {
  return after?.out_cause === "server_decision" && before?.out_cause !== "server_decision";
}
