// The thread of the witnesses, from the page's side: started with the first table that has one.

import { get } from "../api";
import type { FairnessCard } from "../wire";
import type { DrawHeard } from "./draws/witness";
import type { FromDraws, FromWitness, ToDraws, ToWitness } from "./worker";

export interface Listener {
  hear: (said: FromWitness) => void;
  /** The thread could not be started, or has died. */
  fail: () => void;
}

export interface DrawListener {
  hear: (said: FromDraws) => void;
  fail: () => void;
}

const PINNED = "cardroom.key";
const listeners = new Map<string, Listener>();
let drawListener: DrawListener | null = null;
let worker: Worker | null = null;
let key: Promise<FairnessCard> | null = null;

export function listen(channel: string, listener: Listener): void {
  listeners.set(channel, listener);
}

export function forget(channel: string): void {
  listeners.delete(channel);
  worker?.postMessage({ channel, heard: { kind: "close" } } satisfies ToWitness);
}

export function listenToDraws(listener: DrawListener): void {
  drawListener = listener;
}

export function tell(message: ToWitness): void {
  worker ??= started();
  worker.postMessage(message);
}

export function tellOfDraw(draw: DrawHeard): void {
  worker ??= started();
  worker.postMessage({ channel: "draws", draw } satisfies ToDraws);
}

function started(): Worker {
  const fresh = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  fresh.onmessage = ({ data }: MessageEvent<FromWitness | FromDraws>) => {
    if ("kept" in data) drawListener?.hear(data);
    else listeners.get(data.channel)?.hear(data);
  };
  fresh.onerror = () => {
    for (const listener of listeners.values()) listener.fail();
    drawListener?.fail();
  };
  return fresh;
}

/** The room's key, fetched once; a failed attempt is made again the next time. */
export function roomKey(): Promise<FairnessCard> {
  key ??= get<FairnessCard>("/api/fairness").catch((refusal: unknown) => {
    key = null;
    throw refusal;
  });
  return key;
}

/** The key by which this browser has known the room so far; the first one is kept. */
export function pinnedKey(now: string): string {
  const known = localStorage.getItem(PINNED);
  if (known === null) pinKey(now);
  return known ?? now;
}

export function pinKey(now: string): void {
  localStorage.setItem(PINNED, now);
}
