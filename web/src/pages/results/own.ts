// All entries of a player, read page by page.

import { get } from "../../api";
import type { OwnEntries } from "../../wire";

const PAGE = 200;
/** More are not read: the figures say of how many they are. */
export const ENTRIES_MAX = 2_000;

export async function ownEntries(): Promise<OwnEntries> {
  const found = new Map<string, OwnEntries["entries"][number]>();
  const kinds: OwnEntries["kinds"] = {};
  let before = "";
  while (found.size < ENTRIES_MAX) {
    const page = await get<OwnEntries>(`/api/entries?limit=${PAGE}${before}`);
    const known = found.size;
    for (const one of page.entries) found.set(`${one.tournament}:${one.entry}`, one);
    Object.assign(kinds, page.kinds);
    const last = page.entries.at(-1);
    // The last tournament may have more entries than the page had room for.
    if (page.entries.length < PAGE || !last || found.size === known) break;
    before = `&before=${last.tournament + 1}`;
  }
  return { entries: [...found.values()], kinds };
}
