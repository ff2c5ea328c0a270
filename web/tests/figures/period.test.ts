// Periods of the reports, and who sees which page of the operator.

import { describe, expect, it } from "vitest";

import { partsFor } from "../../src/pages/operator/parts";
import { daysOf, everyDay, later, queryOf } from "../../src/pages/operator/reports/period";

const TUESDAY = new Date(2026, 10, 17, 15, 30);

describe("a period", () => {
  it("has the days that people mean", () => {
    expect(daysOf("last_week", TUESDAY)).toEqual({ first: "2026-11-09", last: "2026-11-15" });
    expect(daysOf("this_week", TUESDAY)).toEqual({ first: "2026-11-16", last: "2026-11-17" });
    expect(daysOf("last_month", TUESDAY)).toEqual({ first: "2026-10-01", last: "2026-10-31" });
    expect(daysOf("yesterday", new Date(2026, 2, 1))).toEqual({ first: "2026-02-28", last: "2026-02-28" });
    expect(daysOf("this_week", new Date(2026, 10, 22))).toEqual({ first: "2026-11-16", last: "2026-11-22" });
  });

  it("is asked for with its last day in it", () => {
    const query = new URLSearchParams(queryOf({ first: "2026-11-09", last: "2026-11-15" }, "UTC"));
    expect(Number(query.get("until_ms")) - Number(query.get("since_ms"))).toBe(new Date(2026, 10, 16).getTime() - new Date(2026, 10, 9).getTime());
    expect(query.get("zone")).toBe("UTC");
  });

  it("lists every day, over the end of a month", () => {
    expect(everyDay({ first: "2026-02-27", last: "2026-03-02" })).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
    expect(later("2026-12-31", 1)).toBe("2027-01-01");
  });
});

describe("the pages of the operator", () => {
  it("are those of the role", () => {
    expect(partsFor("player")).toEqual([]);
    expect(partsFor("floor")).toEqual(["tables", "tournaments", "hands", "players", "house", "reception"]);
    expect(partsFor("risk")).toEqual(["tournaments", "hands", "cases", "review", "help", "money", "ledger", "reports", "log"]);
    expect(partsFor("administrator")).toHaveLength(14);
  });
});
