// Keys at a table: re-bindable, and off while somebody types.

import { settings, type HotkeyAction } from "../../state/settings.svelte";


const TYPED = ["INPUT", "TEXTAREA", "SELECT"];

/** The action of a key, or null; combinations with Ctrl, Alt or Meta belong to the browser. */
export function actionOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">): HotkeyAction | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const key = event.key.toLowerCase();
  const found = Object.entries(settings.hotkeys).find(([, bound]) => bound === key);
  if (found) return found[0] as HotkeyAction;
  if (key === " ") return "call";
  if (key === "b") return "raise";
  return null;
}

/** Whether a key pressed here is text, or belongs to the control that has the focus. */
export function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (TYPED.includes(target.tagName)) {
    const kind = target.getAttribute("type");
    return kind !== "range" && !(kind === "checkbox" && key !== " ");
  }
  const isControl = ["BUTTON", "A"].includes(target.tagName);
  return target.isContentEditable || (isControl && (key === " " || key === "Enter"));
}
