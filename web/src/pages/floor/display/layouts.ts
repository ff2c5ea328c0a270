// What a screen of the hall can show; the address of a screen says which.

export const LAYOUTS = ["all", "clock", "prizes", "seating"] as const;
export type Layout = (typeof LAYOUTS)[number];
