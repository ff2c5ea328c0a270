// A case of chips, and times of day.

export interface OwnedChip {
  value: number;
  owned: number;
  colour: string;
}

export const COLOURS = ["white", "red", "green", "black", "blue", "purple", "yellow", "orange", "gray"] as const;

/** What many clubs own. */
export const STANDARD: OwnedChip[] = [
  { value: 25, owned: 400, colour: "green" },
  { value: 100, owned: 600, colour: "black" },
  { value: 500, owned: 400, colour: "purple" },
  { value: 1000, owned: 400, colour: "yellow" },
  { value: 5000, owned: 200, colour: "orange" },
];

/** The time this many minutes after another, on a clock of 24 hours: "20:00" and 285 are "0:45". */
export function clock(from: string, minutes: number): string {
  const [hours, past] = from.split(":").map(Number);
  const all = (hours ?? 0) * 60 + (past ?? 0) + minutes;
  return `${Math.floor(all / 60) % 24}:${String(all % 60).padStart(2, "0")}`;
}
