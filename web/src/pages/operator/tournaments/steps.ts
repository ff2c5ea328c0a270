// A structure as bars: as wide as a level is long, as high as its big blind, on a scale of powers.

import type { TournamentInfo } from "../../../wire";

export interface Step {
  level: number;
  small: number;
  big: number;
  fromMinute: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The least part of the height that a bar has, so that the first one is seen. */
const LEAST = 0.08;

export function steps({ levels, level_s }: Pick<TournamentInfo, "levels" | "level_s">, room: { width: number; height: number }): Step[] {
  const [first, last] = [levels[0]?.big ?? 1, levels.at(-1)?.big ?? 1];
  const span = Math.log(last / first) || 1;
  const width = room.width / Math.max(1, levels.length);
  return levels.map(({ small, big }, place) => {
    const height = room.height * (LEAST + (1 - LEAST) * (Math.log(big / first) / span));
    return { level: place + 1, small, big, fromMinute: Math.round((place * level_s) / 60), x: place * width, y: room.height - height, width, height };
  });
}
