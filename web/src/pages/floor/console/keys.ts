// The keyboard of the console: single keys, while nothing is typed and no sheet is open.

import type { Doing } from "./doing.svelte";

export const PARTS = ["hall", "entries", "chips", "money", "days", "house", "book", "log"] as const;
export type Part = (typeof PARTS)[number];

/** The keys, in the order in which the help lists them. */
export const KEYS = ["1", "p", "o", "s", "f", "e", "b", "u", "?", "Esc"] as const;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}

/** The seat or the table that has the focus. */
function focused(kind: "entry" | "table"): number | null {
  const element = document.activeElement?.closest<HTMLElement>(`[data-${kind}]`);
  return element ? Number(element.dataset[kind]) : null;
}

export function onKey(event: KeyboardEvent, doing: Doing, show: (part: Part) => void): void {
  // A key that is held down is pressed once.
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !doing.state) return;
  if (event.key === "Escape") {
    doing.said = null;
    doing.close();
    return;
  }
  if (doing.sheet) return;
  const act = action(event.key, doing, show);
  if (!act) return;
  event.preventDefault();
  act();
}

function action(key: string, doing: Doing, show: (part: Part) => void): (() => void) | null {
  const state = doing.state!;
  const part = PARTS[Number(key) - 1];
  if (part) return () => show(part);
  if (key === "?") return () => doing.open({ kind: "keys" });
  if (key === "e") return () => goTo(show, "entries", "enter-name");
  const [latest] = state.undoable;
  if (key === "u" && latest !== undefined) return () => doing.open({ kind: "undo", entry: latest });
  if (!doing.isFloor) return null;
  if (key === "p") return () => void doing.run({ do: state.clock.level === 0 ? "start_clock" : state.clock.paused ? "resume_clock" : "pause_clock" });
  if (key === "b" && state.moves.length > 0) return () => void doing.run({ do: "balance" });
  const entry = focused("entry");
  const table = focused("table");
  if (key === "o" && entry !== null && table !== null) return () => void doing.bust(table, entry);
  if (key === "f" && table !== null) return () => void doing.run({ do: "finish_hand", table });
  if (key === "s" && table !== null) return () => doing.open({ kind: "table", table });
  return null;
}

function goTo(show: (part: Part) => void, part: Part, field: string): void {
  show(part);
  requestAnimationFrame(() => document.getElementById(field)?.focus());
}
