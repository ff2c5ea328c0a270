// Witnesses of all tables of a window, in a thread of their own: verifying a hand takes milliseconds
// that belong to the felt.

import { fromBase64 } from "./bytes";
import { DrawWitness, type DrawHeard, type DrawsSaid } from "./draws/witness";
import type { Alarm, Answer, Checked, HandOnFelt, Happened, Own } from "./types";
import type { FairnessView } from "../wire";
import { Witness } from "./witness";

export type Heard =
  | { kind: "restart"; player: number; key: string; view: FairnessView; felt: HandOnFelt | null; own: Own }
  | { kind: "event"; event: Happened; own: Own }
  | { kind: "held" | "acknowledged"; number: number }
  | { kind: "interrupted" | "close" };

export interface ToWitness {
  channel: string;
  heard: Heard;
}

export interface FromWitness {
  channel: string;
  answers: Answer[];
  checked: Checked | null;
  alarm: Alarm | null;
}

/** Draws beside the decks are no table's. */
export interface ToDraws {
  channel: "draws";
  draw: DrawHeard;
}

export type FromDraws = DrawsSaid & { channel: "draws" };

const witnesses = new Map<string, Witness>();
const draws = new DrawWitness(random);

function random(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

function answersOf(channel: string, heard: Heard): Answer[] {
  const witness = witnesses.get(channel);
  switch (heard.kind) {
    case "restart": {
      const key = fromBase64(heard.key) ?? new Uint8Array();
      const fresh = witness ?? new Witness(heard.player, key, random);
      witnesses.set(channel, fresh);
      return fresh.restart(heard.view, heard.felt, heard.own);
    }
    case "event":
      return witness?.hear(heard.event, heard.own) ?? [];
    case "held":
      witness?.held(heard.number);
      return [];
    case "acknowledged":
      witness?.acknowledged(heard.number);
      return [];
    case "interrupted":
      witness?.interrupted();
      return [];
    case "close":
      witnesses.delete(channel);
      return [];
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWitness | ToDraws>) => {
  if ("draw" in data) {
    postMessage({ channel: data.channel, ...draws.hear(data.draw) } satisfies FromDraws);
    return;
  }
  const answers = answersOf(data.channel, data.heard);
  const witness = witnesses.get(data.channel);
  if (!witness) return;
  const said: FromWitness = { channel: data.channel, answers, checked: witness.checked, alarm: witness.takeAlarm() };
  postMessage(said);
});
