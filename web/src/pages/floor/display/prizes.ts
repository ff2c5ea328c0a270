// Prizes as lines of a list: places that pay the same are one line.

export interface PrizeLine {
  from: number;
  to: number;
  cents: number;
}

export function prizeLines(prizes: readonly number[]): PrizeLine[] {
  const lines: PrizeLine[] = [];
  for (const [place, cents] of prizes.entries()) {
    const last = lines.at(-1);
    if (last && last.cents === cents) last.to = place + 1;
    else lines.push({ from: place + 1, to: place + 1, cents });
  }
  return lines;
}
