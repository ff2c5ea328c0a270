// The pages: their addresses, and how they are fetched when somebody goes there.

import type { Component } from "svelte";

/** A page takes the values of its address's `:names` as properties. */
export type PageComponent = Component<any>;

export interface Page {
  path: string;
  load: () => Promise<{ default: PageComponent }>;
  /** Whether one must have come in to see it. */
  needsSession?: boolean;
}

const tables = () => import("../table/view/Tables.svelte");
const rules = () => import("./Rules.svelte");
const operator = () => import("./Operator.svelte");

export const PAGES: readonly Page[] = [
  { path: "/", load: () => import("./Landing.svelte") },
  { path: "/lobby", load: () => import("./Lobby.svelte"), needsSession: true },
  { path: "/games", load: () => import("./Games.svelte"), needsSession: true },
  { path: "/tournaments", load: () => import("./Tournaments.svelte"), needsSession: true },
  { path: "/tournaments/:tournament", load: () => import("./Tournament.svelte"), needsSession: true },
  { path: "/my-games", load: () => import("./Mine.svelte"), needsSession: true },
  { path: "/tables", load: tables, needsSession: true },
  { path: "/table/:table", load: tables, needsSession: true },
  { path: "/hands", load: () => import("./Hands.svelte"), needsSession: true },
  { path: "/hands/:key", load: () => import("./Replayer.svelte"), needsSession: true },
  { path: "/shared/:word", load: () => import("./Shared.svelte") },
  { path: "/statistics", load: () => import("./Statistics.svelte"), needsSession: true },
  { path: "/cashier", load: () => import("./Cashier.svelte"), needsSession: true },
  { path: "/rules", load: rules },
  { path: "/rules/:id", load: rules },
  { path: "/account", load: () => import("./Account.svelte"), needsSession: true },
  { path: "/operator", load: operator, needsSession: true },
  { path: "/operator/:part", load: operator, needsSession: true },
  { path: "/operator/hands/:key", load: () => import("./OperatorHand.svelte"), needsSession: true },
];
