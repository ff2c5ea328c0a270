// What a player's tournaments have brought: counted from the entries, in whole cents.

import type { OwnEntries } from "../../wire";

export type Entry = OwnEntries["entries"][number];
export type Kind = OwnEntries["kinds"][string];

export interface Figures {
  entries: number;
  paid: number;
  won: number;
  /** How many won a prize. */
  inTheMoney: number;
}

/** What counts: played to the end; what was given back or cancelled does not. */
export function counted(entries: readonly Entry[]): Entry[] {
  return entries.filter((one) => one.state === "finished" && !one.is_given_back);
}

export function wonBy(entry: Entry): number {
  return entry.prize + entry.bounties;
}

export function figuresOf(entries: readonly Entry[]): Figures {
  const sum = (value: (one: Entry) => number) => entries.reduce((total, one) => total + value(one), 0);
  return { entries: entries.length, paid: sum((one) => one.paid), won: sum(wonBy), inTheMoney: entries.filter((one) => one.prize > 0).length };
}

/** The balance of all entries after each of them, the oldest first. */
export function course(entries: readonly Entry[]): number[] {
  let total = 0;
  return [...entries].sort((one, other) => one.registered_ms - other.registered_ms).map((one) => (total += wonBy(one) - one.paid));
}

/** Figures by something that entries have in common, in the order of its values. */
export function grouped<Group extends string | number>(entries: readonly Entry[], by: (entry: Entry) => Group): [Group, Figures][] {
  const groups = new Map<Group, Entry[]>();
  for (const one of entries) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  const order = (one: Group, other: Group) => (typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other)));
  return [...groups].sort(([one], [other]) => order(one, other)).map(([group, found]) => [group, figuresOf(found)]);
}
