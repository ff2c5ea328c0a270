// The pages of the operator: in which group each is, who may see it, and how it is fetched.

import type { Component } from "svelte";

import { withWords } from "../../i18n/index.svelte";

export type Role = "player" | "floor" | "risk" | "administrator";

export interface Part {
  group: "play" | "people" | "money" | "house";
  roles: readonly Role[];
  load: () => Promise<{ default: Component<any> }>;
}

const FLOOR: readonly Role[] = ["floor", "administrator"];
const RISK: readonly Role[] = ["risk", "administrator"];
const STAFF: readonly Role[] = ["floor", "risk", "administrator"];
const ADMINISTRATOR: readonly Role[] = ["administrator"];

export const PARTS = {
  tables: { group: "play", roles: FLOOR, load: () => withWords(["games", "lobby", "operator"], () => import("./OpenTables.svelte")) },
  stakes: { group: "play", roles: ADMINISTRATOR, load: () => withWords(["account", "games", "office", "operator", "reception"], () => import("./Stakes.svelte")) },
  tournaments: { group: "play", roles: STAFF, load: () => withWords(["games", "office", "operator", "staff", "table", "tournament", "tournaments"], () => import("./Tournaments.svelte")) },
  hands: { group: "play", roles: STAFF, load: () => withWords(["cards", "games", "hands", "help", "lobby", "operator", "replayer"], () => import("./FindHand.svelte")) },
  players: { group: "people", roles: FLOOR, load: () => withWords(["account", "cashier", "games", "lobby", "office", "operator", "reception"], () => import("./Players.svelte")) },
  cases: { group: "people", roles: RISK, load: () => withWords(["office", "operator", "review"], () => import("./cases/Cases.svelte")) },
  review: { group: "people", roles: RISK, load: () => withWords(["cards", "games", "history", "office", "operator", "replayer", "review", "table"], () => import("./review/Review.svelte")) },
  help: { group: "people", roles: RISK, load: () => withWords(["help", "operator"], () => import("./HelpRequests.svelte")) },
  money: { group: "money", roles: RISK, load: () => withWords(["cashier", "operator"], () => import("./Money.svelte")) },
  ledger: { group: "money", roles: RISK, load: () => withWords(["operator"], () => import("./Ledger.svelte")) },
  reports: { group: "money", roles: RISK, load: () => withWords(["account", "games", "office", "reports"], () => import("./reports/Reports.svelte")) },
  house: { group: "house", roles: FLOOR, load: () => withWords(["operator"], () => import("./ForEverybody.svelte")) },
  reception: { group: "house", roles: FLOOR, load: () => withWords(["operator", "reception"], () => import("./ComingIn.svelte")) },
  log: { group: "house", roles: RISK, load: () => withWords(["office", "operator"], () => import("./Log.svelte")) },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;
export const GROUPS = ["play", "people", "money", "house"] as const;

/** The pages that a role may see, in their order. */
export function partsFor(role: Role): PartName[] {
  return (Object.keys(PARTS) as PartName[]).filter((name) => (PARTS[name].roles as readonly Role[]).includes(role));
}
