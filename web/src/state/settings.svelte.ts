// What the player likes, kept in this browser.

import { preferred, type Language } from "../i18n/index.svelte";
import breakpoints from "../ui/breakpoints.json";

export type SoundCategory = "turn" | "actions" | "cards" | "tournament" | "chat";
export type Theme = "system" | "light" | "dark";
export type Motion = "full" | "fast" | "none";
export type PresetRow = "preflop" | "facing" | "postflop" | "omaha";
export type HotkeyAction =
  | "fold"
  | "call"
  | "raise"
  | "all_in"
  | "preset1"
  | "preset2"
  | "preset3"
  | "preset4"
  | "less"
  | "more"
  | "sit_out"
  | "mute"
  | "next_table"
  | "help";

/** The settings and their first values. */
export interface Settings {
  language: Language;
  theme: Theme;
  fourColour: boolean;
  bigBlinds: boolean;
  motion: Motion;
  askFreeCheck: boolean;
  /** Own cards lie face down until the player looks. */
  peek: boolean;
  /** Where the player's own seat is drawn on a wide table: 0 is the bottom, then clockwise. */
  mySeat: number;
  confirmAllInKey: boolean;
  textMode: boolean;
  chatOpen: boolean;
  notify: boolean;
  soundOn: boolean;
  volumes: Record<SoundCategory, number>;
  presets: Record<PresetRow, string[]>;
  hotkeys: Record<HotkeyAction, string>;
  mutedPlayers: number[];
  layout: "tiles" | "one";
}

export const DEFAULTS: Settings = {
  language: "en",
  theme: "system",
  fourColour: true,
  bigBlinds: false,
  motion: "full",
  askFreeCheck: true,
  peek: false,
  mySeat: 0,
  confirmAllInKey: true,
  textMode: false,
  chatOpen: innerWidth > breakpoints.tablet,
  notify: false,
  soundOn: true,
  volumes: { turn: 40, actions: 40, cards: 40, tournament: 40, chat: 40 },
  presets: {
    preflop: ["2.2x", "2.5x", "3x", "pot"],
    facing: ["2.5x", "3x", "4x", "pot"],
    postflop: ["33%", "50%", "75%", "pot"],
    omaha: ["33%", "50%", "75%", "pot"],
  },
  hotkeys: {
    fold: "f",
    call: "c",
    raise: "r",
    all_in: "a",
    preset1: "1",
    preset2: "2",
    preset3: "3",
    preset4: "4",
    less: "arrowleft",
    more: "arrowright",
    sit_out: "s",
    mute: "m",
    next_table: "n",
    help: "?",
  },
  mutedPlayers: [],
  layout: "tiles",
};

const KEY = "cardroom.settings";

/** Stored settings over the first values; what does not fit is left out. */
export function merged(stored: unknown): Settings {
  const result = structuredClone(DEFAULTS) as unknown as Record<string, unknown>;
  if (typeof stored !== "object" || stored === null) return result as unknown as Settings;
  for (const [name, value] of Object.entries(stored)) {
    const first = result[name];
    if (first === undefined || typeof value !== typeof first || Array.isArray(value) !== Array.isArray(first)) continue;
    result[name] = typeof first === "object" && !Array.isArray(first) ? { ...first, ...value } : value;
  }
  return result as unknown as Settings;
}

function stored(): unknown {
  try {
    const text = localStorage.getItem(KEY);
    return text ? JSON.parse(text) : { language: preferred() };
  } catch {
    return {};
  }
}

export const settings = $state<Settings>(merged(stored()));

/** Keep the settings as they are now. */
export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser without storage forgets the settings; everything else works.
  }
}

/** Whether anything may move on the screen. */
export function isStill(): boolean {
  return settings.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long something moves that takes `ms` at full length. */
export function moves(ms: number): number {
  if (isStill()) return 0;
  return settings.motion === "fast" ? ms / 2 : ms;
}
