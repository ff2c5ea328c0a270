// The first button of a cash table: drawn for the hand that is about to be dealt, among everybody who is dealt in.

import { fromBase64 } from "../bytes";
import { finding, type Finding } from "../findings";
import type { HandList } from "../list";
import { readDrawList } from "./list";
import { drawFindings } from "./verify";
import type { ButtonDrawn } from "../../wire";

/** What is wrong with the draw of a button, given the list of its hand. */
export function buttonFindings({ proof }: ButtonDrawn, played: HandList, key: Uint8Array): Finding[] {
  const encoded = fromBase64(proof.list);
  const list = encoded && readDrawList(encoded);
  if (!list) return [finding("list_malformed")];
  const findings = drawFindings(proof, list, key);
  if (findings.length > 0) return findings;
  const { room, table, hand } = played.context;
  const { context } = list;
  const isHere = context.room === room && context.scope === "table" && context.id === table && context.number === hand;
  const sorted = (seats: Iterable<number>) => [...seats].sort((one, other) => one - other).join();
  const isAmongThem = sorted(list.question) === sorted(played.seats);
  const isRight = isHere && list.kind === "button" && isAmongThem && proof.outcome.button === played.button;
  return isRight ? [] : [finding("other_draw")];
}
