// The words of the client: complete in every language, none too many, nothing left in English.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import en from "../src/i18n/en";
import fr from "../src/i18n/fr";
import { LANGUAGES, speak, spoken, t, tn, type Key, type Language } from "../src/i18n/index.svelte";
import nl from "../src/i18n/nl";
import { gatheringWords } from "../src/table/words/gathering";

const flat = (dictionary: Record<string, Record<string, string>>) =>
  new Map(Object.entries(dictionary).flatMap(([area, words]) => Object.entries(words).map(([key, text]) => [`${area}.${key}`, text] as const)));
const english = flat(en);
const values = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((one) => one[1]).sort();

const SOURCES = join(import.meta.dirname, "..", "src");
const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(svelte|ts)$/.test(file) && !file.startsWith("i18n"))
  .map((file) => readFileSync(join(SOURCES, file), "utf8"))
  .join("\n");

describe.each([["nl", nl], ["fr", fr]] as const)("the words in %s", (_, dictionary) => {
  const words = flat(dictionary);

  it("are complete and fill in the same values", () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of words) {
      expect(text === "", key).toBe(english.get(key) === "");
      if (!key.endsWith("_one")) expect(values(text), key).toEqual(values(english.get(key) ?? ""));
    }
  });

  it("are not the English sentences", () => {
    // Single words may well be the same, and the names of hands: poker is spoken in English.
    const isSentence = (text: string) => (text.replace(/\{\w+\}/g, "").match(/\b[a-z']{2,}\b/gi) ?? []).length > 3;
    const same = [...words].filter(([key, text]) => text === english.get(key) && isSentence(text) && !key.startsWith("cards.made_"));
    expect(same).toEqual([]);
  });
});

describe("the words in fr", () => {
  it("have the apostrophe of print", () => {
    const typed = [...flat(fr)].filter(([, text]) => /\p{L}'\p{L}/u.test(text));
    expect(typed).toEqual([]);
  });
});

describe("a refusal", () => {
  const SERVER = join(import.meta.dirname, "..", "..", "src", "cardroom");
  /** Where what a player asks for is refused; programs and the house have words of their own. */
  const DESKS = ["cash", "room/chat.py", "room/cash", "room/room.py", "room/tables", "office/orders.py", "server/people/accounts.py", "server/sockets/rates.py"];
  const NOT_OURS = new Set(["no_exclusion_here", "no_such_program", "not_oneself"]);

  it("has a sentence, whatever the reason", () => {
    const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".py"));
    const said = files.filter((file) => DESKS.some((desk) => file.startsWith(desk))).map((file) => readFileSync(join(SERVER, file), "utf8"));
    const reasons = said.flatMap((text) => [...text.matchAll(/Refused\(\s*[^,()]+,\s*"([a-z_]+)"/g)].map((one) => one[1]!));
    expect(reasons.length).toBeGreaterThan(40);
    const hasWords = (reason: string) => english.has(`refusals.${reason}`);
    expect([...new Set(reasons)].filter((reason) => !hasWords(reason) && !NOT_OURS.has(reason))).toEqual([]);
  });
});

describe("every word", () => {
  it("is said somewhere", () => {
    // A key stands in the source whole, or begins as a template there does.
    const whole = new Set([...sources.matchAll(/["'`](\w+\.\w+)["'`]/g)].map((one) => one[1]));
    const begun = [...sources.matchAll(/`(\w+\.\w*)\$\{/g)].map((one) => one[1]!);
    const isSaid = (key: string) => whole.has(key) || whole.has(key.replace(/_(one|other)$/, "")) || begun.some((start) => key.startsWith(start));
    expect([...english.keys()].filter((key) => !isSaid(key))).toEqual([]);
  });

  it.each(Object.keys(LANGUAGES) as Language[])("is found when %s is spoken", async (language) => {
    await speak(language);
    for (const key of english.keys()) expect(t(key as Key), key).not.toContain(key);
    expect(spoken.language).toBe(language);
  });

  it("of a number is written as the language does", async () => {
    await speak("nl");
    expect([tn("hands.hands", 1), tn("hands.hands", 1500)]).toEqual(["1 hand", "1.500 handen"]);
    await speak("en");
    expect(tn("hands.hands", 1500)).toBe("1,500 hands");
  });

  it("about a table that waits has how many are there, and says when it is the third that is missing (CASH-06)", async () => {
    await speak("en");
    expect(gatheringWords({ ready: 2, needed: 3 })).toBe("Waiting for a third player: 2 of 3 are here");
    expect(gatheringWords({ ready: 1, needed: 3 })).toBe("Waiting for players: 1 of 3 are here");
  });
});
