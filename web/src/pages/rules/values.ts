// The values of an edition in words. The end of a name says what its number counts.

import { amount } from "../../format";
import { spoken, t } from "../../i18n/index.svelte";
import { NAMES, VALUES } from "./sayings";

const MONEY = new Set(["small_blind", "big_blind", "big_blind_from", "cap", "minimum"]);
const number = (value: number) => value.toLocaleString(spoken.locale);
const UNITS: [ending: string, write: (value: number) => string][] = [
  ["_cents", amount],
  ["_ms", (value) => `${number(value / 1000)} s`],
  ["_s", (value) => `${number(value)} s`],
  ["seconds", (value) => `${number(value)} s`],
  ["_bb", (value) => `${number(value)} BB`],
  ["permille", (value) => `${number(value)} ‰`],
  ["percent", (value) => `${number(value)} %`],
  ["_tenths", (value) => `${number(value / 10)}×`],
  ["_days", (value) => `${number(value)} ${t("common.days")}`],
];

/** The name of a value, without the unit that is shown beside the value. */
export function label(name: string): string {
  if (name in NAMES) return NAMES[name]!;
  const unit = UNITS.find(([ending]) => ending.startsWith("_") && name.endsWith(ending))?.[0] ?? "";
  return name.slice(0, name.length - unit.length).replaceAll("_", " ");
}

/** A number, a word, yes or no, or several of them. */
export function words(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? t("common.yes") : t("common.no");
  if (typeof value === "number") return counted(name, value);
  if (Array.isArray(value)) return value.map((one) => words(name, one)).join(", ") || "–";
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${label(key)} ${words(key, one)}`).join(", ");
  return VALUES[`${name}=${String(value)}`] ?? String(value).replaceAll("_", " ");
}

function counted(name: string, value: number): string {
  if (MONEY.has(name)) return amount(value);
  const write = UNITS.find(([ending]) => name.endsWith(ending))?.[1] ?? number;
  return write(value);
}
