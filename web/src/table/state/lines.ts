// What happened at a table, kept in this window: a reload does not lose it.

export interface Line {
  id: number;
  text: string;
  kind: "event" | "chat" | "house";
  /** Who said it, for muting and reporting. */
  player?: number;
  /** The rule that explains what nobody chose. */
  rule?: string;
}

const key = (viewer: number, table: number) => `cardroom.lines.${viewer}.${table}`;

export function keepLines(viewer: number, table: number, lines: readonly Line[]): void {
  try {
    sessionStorage.setItem(key(viewer, table), JSON.stringify(lines));
  } catch {
    // A window without storage forgets them with a reload; everything else works.
  }
}

export function keptLines(viewer: number, table: number): Line[] {
  try {
    return JSON.parse(sessionStorage.getItem(key(viewer, table)) ?? "[]") as Line[];
  } catch {
    return [];
  }
}
