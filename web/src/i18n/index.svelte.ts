// Words in the player's language. English is built in and names the keys; the others are fetched
// when they are wanted. A key that a dictionary lacks, or has too much, is a type error.

import en from "./en";

export type Language = "en" | "nl" | "fr";
export type Dictionary = { [Area in keyof typeof en]: { [Key in keyof (typeof en)[Area]]: string } };
export type Key = { [Area in keyof Dictionary]: `${Area}.${keyof Dictionary[Area] & string}` }[keyof Dictionary];
export type Values = Record<string, string | number>;
/** Keys that exist as `..._one` and `..._other`. */
export type CountKey = Key extends infer K ? (K extends `${infer Stem}_one` ? Stem : never) : never;

export const LANGUAGES: Record<Language, string> = { en: "English", nl: "Nederlands", fr: "Français" };
const LOADERS: Record<Language, () => Promise<{ default: Dictionary }>> = {
  en: () => Promise.resolve({ default: en }),
  nl: () => import("./nl"),
  fr: () => import("./fr"),
};

/** How numbers and moments are written: English as in Britain, the day before the month. */
const LOCALES: Record<Language, string> = { en: "en-GB", nl: "nl", fr: "fr" };

class Spoken {
  language = $state<Language>("en");
  words = $state.raw<Dictionary>(en);

  get locale(): string {
    return LOCALES[this.language];
  }
}

export const spoken = new Spoken();

/** Speak another language from here on. */
export async function speak(language: Language): Promise<void> {
  spoken.words = (await LOADERS[language]()).default;
  spoken.language = language;
  document.documentElement.lang = language;
}

/** The first of the browser's languages that we have. */
export function preferred(wanted: readonly string[] = navigator.languages): Language {
  const known = wanted.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES);
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
  const area = (spoken.words as Record<string, Record<string, string>>)[key.slice(0, dot)];
  return area?.[key.slice(dot + 1)];
}

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
