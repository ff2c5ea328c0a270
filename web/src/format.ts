// Amounts, times and cards in words: the one place that formats them.

import { spoken } from "./i18n/index.svelte";

const RANKS = "23456789TJQKA";
export const SUITS = ["c", "d", "h", "s"] as const;
export type Suit = (typeof SUITS)[number];

/** Making one of these takes longer than using it a hundred times: each is made once. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numbers(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numberFormats, locale, options, () => new Intl.NumberFormat(locale, options));
}

/** How moments are written in a language. */
export function dates(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dateFormats, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

function kept<Format>(formats: Map<string, Format>, locale: string, options: object, make: () => Format): Format {
  const key = locale + JSON.stringify(options);
  const found = formats.get(key) ?? make();
  formats.set(key, found);
  return found;
}

/** Cents as a number with decimals, ".00" dropped: 185 is 1.85, 500 is 5. */
export function amount(cents: number, locale: string = spoken.locale): string {
  const decimals = cents % 100 === 0 ? 0 : 2;
  return numbers(locale, { minimumFractionDigits: decimals, maximumFractionDigits: 2 }).format(cents / 100);
}

/** Chips of a tournament: whole, with separators of thousands. */
export function chips(count: number, locale: string = spoken.locale): string {
  return numbers(locale, { maximumFractionDigits: 0 }).format(count);
}

/** From here on chips are written in thousands where there is little room. */
const SHORT_FROM = 100_000;

/** Chips where there is little room: "12,500", but "125k" and "1,250.5k". */
export function shortChips(count: number, locale: string = spoken.locale): string {
  return count < SHORT_FROM ? chips(count, locale) : thousands(count, locale);
}

/** Chips in thousands: "8k", "1.25k". */
export function thousands(count: number, locale: string = spoken.locale): string {
  return `${numbers(locale, { maximumFractionDigits: 2 }).format(count / 1000)}k`;
}

/** Names in a row: "Ana, Bram and Chloé". */
export function listed(names: readonly string[], locale: string = spoken.locale): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

/** Play money, as hand histories call it: it has no sign. */
const PLAY_MONEY = "XPM";
const MINUS = "−";

/** Cents with their currency; play money is a plain number. */
export function money(cents: number, currency: string, locale: string = spoken.locale): string {
  if (currency === "" || currency === PLAY_MONEY) return amount(cents, locale);
  const decimals = cents % 100 === 0 ? 0 : 2;
  return numbers(locale, { style: "currency", currency, minimumFractionDigits: decimals, maximumFractionDigits: 2 }).format(cents / 100);
}

/** What was won or lost, with its sign. */
export function signed(cents: number, currency: string, locale: string = spoken.locale): string {
  return `${signOf(cents)}${money(Math.abs(cents), currency, locale)}`;
}

/** Chips won or lost, with their sign. */
export function signedChips(count: number, locale: string = spoken.locale): string {
  return `${signOf(count)}${chips(Math.abs(count), locale)}`;
}

function signOf(amount: number): string {
  return amount > 0 ? "+" : amount < 0 ? MINUS : "";
}

/** An amount that was typed, with a point or a comma, in cents; NaN when it is none. */
export function typedCents(text: string): number {
  const plain = plainNumber(text);
  return plain === "" ? NaN : Math.round(Number(plain) * 100);
}

/** Without spaces and separators of thousands, with a point before the cents: "1.234,50" is 1234.50. */
export function plainNumber(text: string): string {
  const word = text.toLowerCase().replace(/[\s\u00a0\u202f]/g, "");
  const grouped = /^([1-9]\d{0,2}(?:[.,]\d{3})+)([.,]\d{1,2})?(?=$|bb)/.exec(word);
  if (!grouped) return word.replace(",", ".");
  const cents = (grouped[2] ?? "").replace(",", ".");
  return grouped[1]!.replace(/[.,]/g, "") + cents + word.slice(grouped[0].length);
}

/** A number in a word, such as "2.5x", with the decimal sign of the language. */
export function decimal(word: string, locale: string = spoken.locale): string {
  const sign = (0.5).toLocaleString(locale).at(1) ?? ".";
  return word.replace(/(?<=\d)[.,](?=\d)/, sign);
}

/** Cents as a field shows them, where they can be typed; a bare number counts `unit` cents. */
export function typedText(cents: number, unit = 100, locale: string = spoken.locale): string {
  return unit === 100 ? amount(cents, locale) : (cents / unit).toLocaleString(locale, { maximumFractionDigits: 2 });
}

/** Cents in big blinds with at most one decimal. */
export function inBigBlinds(cents: number, bigBlind: number, locale: string = spoken.locale): string {
  return `${(cents / bigBlind).toLocaleString(locale, { maximumFractionDigits: 1 })} BB`;
}

const ORDINALS: Record<string, Record<string, string>> = {
  "en-GB": { one: "st", two: "nd", few: "rd", other: "th" },
  nl: { other: "e" },
  fr: { one: "er", other: "e" },
};

/** A place: "1st", "12e". */
export function ordinal(place: number, locale: string = spoken.locale): string {
  const endings = ORDINALS[locale] ?? {};
  const form = new Intl.PluralRules(locale, { type: "ordinal" }).select(place);
  return `${place.toLocaleString(locale)}${endings[form] ?? endings.other ?? "."}`;
}

/** Minutes and seconds. */
export function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Minutes and seconds, with the hours in front once there are some: what every clock of a live tournament shows. */
export function hours(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const whole = Math.floor(seconds / 3600);
  return whole === 0 ? minutes(ms) : `${whole}:${minutes((seconds % 3600) * 1000).padStart(5, "0")}`;
}

/** A time that was typed as minutes (12, 12.5), as 12:30 or as 1:05:00, in milliseconds; NaN when it is none. */
export function typedMs(text: string): number {
  const parts = text.trim().split(":");
  if (parts.length === 1) return typedCents(text) * 600;
  if (parts.length > 3 || !parts.every((one) => /^\d{1,3}$/.test(one)) || parts.slice(1).some((one) => Number(one) > 59)) return NaN;
  return parts.reduce((sum, one) => sum * 60 + Number(one), 0) * 1000;
}

export function rankOf(card: number): string {
  return RANKS[Math.floor(card / 4)] ?? "?";
}

export function suitOf(card: number): Suit {
  return SUITS[card % 4] ?? "c";
}

/** A card in two letters, as hand histories write it: "Ah". */
export function cardCode(card: number): string {
  return card < 0 ? "??" : rankOf(card) + suitOf(card);
}

export function cardCodes(cards: readonly number[]): string {
  return cards.map(cardCode).join(" ");
}
