// What a player hears and feels of a table.

import type { HandView, EventBody } from "../state/types";
import { soundOf } from "./events";
import { play, wasTouched } from "./play";

const SHAKE_MS = 80;

/** It is the player's turn: a sound, and on a phone a short vibration. */
export function callForTurn(source: string): void {
  play("turn", source);
  if (wasTouched() && "vibrate" in navigator && matchMedia("(pointer: coarse)").matches) navigator.vibrate(SHAKE_MS);
}

/** The sound of an event, if it has one; `hero` is the player's own seat, `before` the hand before it. */
export function hearEvent(event: EventBody, before: HandView | null, hero: number | null, source: string): void {
  const sound = soundOf(event, before, hero);
  if (sound) play(sound, source);
}
