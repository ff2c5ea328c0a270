// Which draws of HexaPro games this browser has shown: from the second game on they can be skipped.

const KEY = "cardroom.draws";

function seen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Whether the draw of another game was shown before. */
export function hasSeenDraw(tournament: number): boolean {
  const last = seen();
  return last !== null && last !== String(tournament);
}

export function sawDraw(tournament: number): void {
  try {
    localStorage.setItem(KEY, String(tournament));
  } catch {
    // A browser without storage shows every draw in full.
  }
}
