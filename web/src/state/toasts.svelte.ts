// Short messages at the edge of the screen. They never cover the action bar.

import { Refused } from "../api";
import { learn } from "../i18n/index.svelte";
import { sentence } from "./refusals";

export interface Toast {
  id: number;
  text: string;
  /** What the house says to everybody, or did for a player, stays longer than the others. */
  kind: "info" | "bad" | "house";
  /** The rule that explains it, for a link to the rulebook. */
  rule?: string;
  /** What it is about: it can be withdrawn when it is no longer true. */
  key?: string;
}

const LASTS_MS = { info: 6_000, bad: 6_000, house: 20_000 };
const TOASTS_MAX = 4;
let last = 0;

export const toasts = $state<Toast[]>([]);

export function toast(text: string, { kind = "info", rule, key }: Partial<Pick<Toast, "kind" | "rule" | "key">> = {}): void {
  // Every table says what the house says: once is enough.
  if (kind === "house" && toasts.some((one) => one.text === text)) return;
  const id = (last += 1);
  toasts.push({ id, text, kind, ...(rule && { rule }), ...(key && { key }) });
  if (toasts.length > TOASTS_MAX) toasts.shift();
  setTimeout(() => dismiss(id), LASTS_MS[kind]);
}

/** Say why something was refused, in the player's language, with its rule. */
export function sayRefusal(refusal: unknown): void {
  if (!(refusal instanceof Refused)) throw refusal;
  void learn(["refusals"]).then(() => toast(sentence(refusal), { kind: "bad", rule: refusal.rule }));
}

/** Take back the message about something. */
export function withdraw(key: string): void {
  for (const one of toasts.filter((toast) => toast.key === key)) dismiss(one.id);
}

export function dismiss(id: number): void {
  const place = toasts.findIndex((one) => one.id === id);
  if (place >= 0) toasts.splice(place, 1);
}
