// Periods as people name them, in the time of who looks: weeks begin on Monday.

export const PERIODS = ["today", "yesterday", "this_week", "last_week", "this_month", "last_month", "days"] as const;
export type PeriodName = (typeof PERIODS)[number];

export interface Days {
  /** The first day and the last one, as `2026-11-17`. */
  first: string;
  last: string;
}

export const iso = (date: Date): string => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

/** A day some days later. */
export function later(day: string, count: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return iso(new Date(year, month - 1, date + count));
}

/** The days of a period with a name. */
export function daysOf(name: Exclude<PeriodName, "days">, today: Date): Days {
  const [year, month] = [today.getFullYear(), today.getMonth()];
  const day = iso(today);
  const monday = later(day, -((today.getDay() + 6) % 7));
  switch (name) {
    case "today":
      return { first: day, last: day };
    case "yesterday":
      return { first: later(day, -1), last: later(day, -1) };
    case "this_week":
      return { first: monday, last: day };
    case "last_week":
      return { first: later(monday, -7), last: later(monday, -1) };
    case "this_month":
      return { first: iso(new Date(year, month, 1)), last: day };
    case "last_month":
      return { first: iso(new Date(year, month - 1, 1)), last: iso(new Date(year, month, 0)) };
  }
}

/** When a day begins here. */
function beginsMs(day: string): number {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return new Date(year, month - 1, date).getTime();
}

/** The query of an address for some days, in the zone of the browser. */
export function queryOf({ first, last }: Days, zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return `since_ms=${Math.max(0, beginsMs(first))}&until_ms=${beginsMs(later(last, 1))}&zone=${zone}`;
}

/** Every day from the first to the last, also those on which nothing happened; none of a very long period. */
export function everyDay({ first, last }: Days, most = 400): string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < most; day = later(day, 1)) days.push(day);
  return days;
}
