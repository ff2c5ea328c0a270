// Words in the player's language, in areas. A part of the client is fetched together with the areas
// that it says; those of the frame around every page are built in, in English. English names the
// keys: a key that a dictionary lacks, or has too much, is a type error.

import { untrack } from "svelte";

import type en from "./en";
import common from "./en/common";
import shell from "./en/shell";

export type Language = "en" | "nl" | "fr";
export type Dictionary = { [Area in keyof typeof en]: { [Key in keyof (typeof en)[Area]]: string } };
export type Area = keyof Dictionary;
export type Key = { [One in Area]: `${One}.${keyof Dictionary[One] & string}` }[Area];
export type Values = Record<string, string | number>;
/** Keys that exist as `..._one` and `..._other`. */
export type CountKey = Key extends infer K ? (K extends `${infer Stem}_one` ? Stem : never) : never;
type Words = Partial<Record<string, Record<string, string>>>;

export const LANGUAGES: Record<Language, string> = { en: "English", nl: "Nederlands", fr: "Français" };
const BUILT_IN: Words = { common, shell };
const FILES = import.meta.glob<Record<string, string>>(["./*/**/*.ts", "!./*/index.ts", "!./en/common.ts", "!./en/shell.ts"], { import: "default" });
/** The file of an area in a language, in whatever folder it is: `en/table`. */
const BY_AREA = new Map(Object.entries(FILES).map(([path, load]) => [path.replace(/^\.\/(\w+)\/(?:\w+\/)?(\w+)\.ts$/, "$1/$2"), load]));

/** How numbers and moments are written: English as in Britain, the day before the month. */
const LOCALES: Record<Language, string> = { en: "en-GB", nl: "nl", fr: "fr" };

class Spoken {
  language = $state<Language>("en");
  words = $state.raw<Words>(BUILT_IN);

  get locale(): string {
    return LOCALES[this.language];
  }
}

export const spoken = new Spoken();
/** The language that was asked for last, and the areas whose texts are on some page. */
let wanted: Language = "en";
const areas = new Set<string>(Object.keys(BUILT_IN));

/** Speak another language from here on. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  // Whoever asks for words does not depend on them.
  const words = await untrack(() => fetched(language, [...areas]));
  // What was asked for meanwhile is fetched by whoever asked.
  if (wanted !== language) return;
  spoken.words = spoken.language === language ? { ...spoken.words, ...words } : words;
  spoken.language = language;
  document.documentElement.lang = language;
}

/** Fetch areas in the language that is spoken, unless they are there. */
export async function learn(more: readonly Area[]): Promise<void> {
  for (const area of more) areas.add(area);
  const isComplete = untrack(() => wanted === spoken.language && more.every((area) => area in spoken.words));
  if (!isComplete) await speak(wanted);
}

/** Fetch a part of the client, and with it the areas that it says. */
export async function withWords<Part>(said: readonly Area[], load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), learn(said)]);
  return part;
}

async function fetched(language: Language, names: readonly string[]): Promise<Words> {
  const known = spoken.language === language ? spoken.words : {};
  const found = names.map(async (name) => [name, known[name] ?? (await BY_AREA.get(`${language}/${name}`)?.()) ?? BUILT_IN[name]]);
  return Object.fromEntries(await Promise.all(found)) as Words;
}

/** The first of the browser's languages that we have. */
export function preferred(languages: readonly string[] = navigator.languages): Language {
  const known = languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
  return (known as Language | undefined) ?? "en";
}

/** The words of a key, with `{names}` filled in. */
export function t(key: Key, values: Values = {}): string {
  return fill(lookup(key) ?? key, values);
}

/** The words for one or for several; `count` is filled in as well. */
export function tn(key: CountKey, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(spoken.language).select(count) === "one" ? "one" : "other";
  return t(`${key}_${form}` as Key, { count: count.toLocaleString(spoken.locale), ...values });
}

/** The words of a key that came from the server, if there are any. */
export function known(key: string): string | undefined {
  return lookup(key);
}

function lookup(key: string): string | undefined {
  const dot = key.indexOf(".");
  return spoken.words[key.slice(0, dot)]?.[key.slice(dot + 1)];
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
