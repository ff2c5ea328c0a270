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

export const PAGES: readonly Page[] = [
  { path: "/", load: () => import("./Landing.svelte") },
  { path: "/lobby", load: () => import("./Lobby.svelte"), needsSession: true },
  { path: "/tables", load: () => import("../table/Tables.svelte"), needsSession: true },
  { path: "/table/:table", load: () => import("../table/Tables.svelte"), needsSession: true },
];
