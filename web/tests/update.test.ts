// Sessions of a real room (tests/room/recording.py): what the reducer builds from the events is what
// a snapshot of the server shows, at every moment at which the server was asked for one.

import { describe, expect, test } from "vitest";

import { update } from "../src/table/update/table";
import type { TableView } from "../src/table/state/types";
import type { Outgoing, EventBody } from "../src/wire";
import sessions from "./sessions.json";

interface Step {
  frame?: Outgoing;
  shows?: TableView;
}

describe.each(sessions as unknown as { viewer: number; steps: Step[] }[])("viewer $viewer", ({ viewer, steps }) => {
  test("the events lead to the snapshots", () => {
    let table: TableView | null = null;
    let compared = 0;
    const kinds = new Set<string>();
    for (const { frame, shows } of steps) {
      if (frame?.t === "snapshot") table = frame.d as TableView;
      if (frame?.t === "event" && table) {
        kinds.add((frame.d as EventBody).type);
        table = update(table, frame.d as EventBody, viewer);
      }
      if (!shows) continue;
      compared += 1;
      expect(table).toEqual(shows);
    }
    expect(compared).toBeGreaterThan(50);
    expect([...kinds]).toEqual(expect.arrayContaining(["raised", "board_dealt", "shown", "pot_awarded", "uncalled_returned"]));
  });
});

test("the table before an event stays as it was", () => {
  const [session] = sessions as unknown as { viewer: number; steps: Step[] }[];
  let table: TableView | null = null;
  for (const { frame } of session!.steps) {
    if (frame?.t === "snapshot") table = frame.d as TableView;
    if (frame?.t !== "event" || !table) continue;
    const before = JSON.stringify(table);
    const after: TableView = update(table, frame.d as EventBody, session!.viewer);
    expect(JSON.stringify(table)).toBe(before);
    table = after;
  }
});
