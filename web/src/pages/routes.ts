// The pages: their addresses, and how they are fetched when somebody goes there.

import type { Component } from "svelte";

import { withWords } from "../i18n/index.svelte";

/** A page takes the values of its address's `:names` as properties. */
export type PageComponent = Component<any>;

export interface Page {
  path: string;
  load: () => Promise<{ default: PageComponent }>;
  /** Whether one must have come in to see it. */
  needsSession?: boolean;
  /** Whether it fills the screen alone, without the head of the room's pages. */
  isBare?: boolean;
}

const tables = () => withWords(["acting", "cards", "chat", "felt", "history", "lobby", "own_seat", "settings", "shield", "table", "text_mode", "tournaments"], () => import("../table/view/Tables.svelte"));
const rules = () => withWords(["rules"], () => import("./Rules.svelte"));
const operator = () => withWords(["account", "office", "operator"], () => import("./Operator.svelte"));

export const PAGES: readonly Page[] = [
  { path: "/", load: () => withWords(["cards", "entrance", "games", "landing", "lobby"], () => import("./Landing.svelte")) },
  { path: "/lobby", load: () => withWords(["games", "landing", "lobby"], () => import("./Lobby.svelte")), needsSession: true },
  { path: "/games", load: () => withWords(["games", "lobby", "tournament", "tournaments"], () => import("./Games.svelte")), needsSession: true },
  { path: "/tournaments", load: () => withWords(["games", "tournament", "tournaments"], () => import("./Tournaments.svelte")), needsSession: true },
  { path: "/tournaments/:tournament", load: () => withWords(["chat", "games", "help", "lobby", "table", "tournament", "tournaments"], () => import("./Tournament.svelte")), needsSession: true },
  { path: "/tournaments/:tournament/final-table", load: () => withWords(["cards", "games", "history", "lobby", "replayer", "table", "tournaments"], () => import("./FinalTable.svelte")), needsSession: true },
  { path: "/my-games", load: () => withWords(["games", "help", "lobby", "table", "tournaments"], () => import("./Mine.svelte")), needsSession: true },
  { path: "/results", load: () => withWords(["help", "results", "tournaments"], () => import("./Results.svelte")), needsSession: true },
  { path: "/tables", load: tables, needsSession: true },
  { path: "/table/:table", load: tables, needsSession: true },
  { path: "/hands", load: () => withWords(["cards", "games", "hands", "help", "operator", "replayer"], () => import("./Hands.svelte")), needsSession: true },
  { path: "/hands/:key", load: () => withWords(["cards", "games", "help", "history", "proof", "replayer", "shield", "table"], () => import("./Replayer.svelte")), needsSession: true },
  { path: "/shared/:word", load: () => withWords(["cards", "games", "history", "replayer", "table"], () => import("./Shared.svelte")) },
  { path: "/statistics", load: () => withWords(["games", "hands", "statistics"], () => import("./Statistics.svelte")), needsSession: true },
  { path: "/help", load: () => withWords(["help"], () => import("./Help.svelte")), needsSession: true },
  { path: "/cashier", load: () => withWords(["cashier", "entrance", "games", "help", "lobby"], () => import("./Cashier.svelte")), needsSession: true },
  { path: "/rules", load: rules },
  { path: "/rules/:id", load: rules },
  { path: "/account", load: () => withWords(["account", "entrance", "help", "landing", "operator", "settings", "text_mode"], () => import("./Account.svelte")), needsSession: true },
  { path: "/password", load: () => withWords(["entrance"], () => import("./SetPassword.svelte")) },
  { path: "/floor", load: () => withWords(["floor_list", "floor_refusals"], () => import("./floor/list/List.svelte")), needsSession: true },
  { path: "/floor/book", load: () => withWords(["book", "floor_refusals"], () => import("./floor/book/Book.svelte")), needsSession: true },
  { path: "/floor/design", load: () => withWords(["designer", "floor_refusals"], () => import("./floor/designer/Designer.svelte")), needsSession: true },
  { path: "/floor/:floor", load: () => withWords(["book", "console", "console_chips", "console_conduct", "console_log", "console_money", "floor_refusals", "paper"], () => import("./floor/console/Console.svelte")), needsSession: true },
  { path: "/operator", load: operator, needsSession: true },
  { path: "/operator/:part", load: operator, needsSession: true },
  { path: "/operator/hands/:key", load: () => withWords(["cards", "games", "history", "lobby", "office", "operator", "replayer", "table"], () => import("./OperatorHand.svelte")), needsSession: true },
  { path: "/display/:code", load: () => withWords(["display", "live"], () => import("./floor/display/Display.svelte")), isBare: true },
  { path: "/live/:secret", load: () => withWords(["live", "phone"], () => import("./floor/phone/Phone.svelte")), isBare: true },
  { path: "/floor/:floor/paper", load: () => withWords(["paper"], () => import("./floor/paper/Paper.svelte")), needsSession: true, isBare: true },
];
