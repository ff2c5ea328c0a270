// Finding rules: by number first, then by the title, then in the text.

import type { RoomRule } from "../../wire";

export function found(rules: readonly RoomRule[], wanted: string): RoomRule[] {
  const words = wanted.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...rules];
  const ranked = rules.map((rule) => ({ rule, rank: rank(rule, words) })).filter((one) => one.rank > 0);
  return ranked.sort((one, other) => other.rank - one.rank).map((one) => one.rule);
}

function rank(rule: RoomRule, words: readonly string[]): number {
  const id = rule.id.toLowerCase();
  const title = rule.title.toLowerCase();
  const text = rule.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const points = id === word ? 100 : id.startsWith(word) ? 40 : title.includes(word) ? 10 : text.includes(word) ? 1 : 0;
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

/** Rules by their group, in the order in which the groups first come. */
export function byGroup(rules: readonly RoomRule[]): { group: string; rules: RoomRule[] }[] {
  const groups = new Map<string, RoomRule[]>();
  for (const rule of rules) groups.set(rule.group, [...(groups.get(rule.group) ?? []), rule]);
  return [...groups].map(([group, inside]) => ({ group, rules: inside }));
}
