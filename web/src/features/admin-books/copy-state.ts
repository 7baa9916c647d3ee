import type { Copy } from "@/api/shapes.ts";

const STATES = [
  "available",
  "on_loan",
  "hold_shelf",
  "in_transit",
  "lost",
  "damaged",
  "in_repair",
  "withdrawn",
] as const;

export type CopyState = (typeof STATES)[number];

/** The state of a copy. One that this app does not know is one that cannot be borrowed now. */
export function copyStateOf({ state }: Pick<Copy, "state">): CopyState {
  return STATES.find((known) => known === state) ?? "in_repair";
}

/** The copies with those that have left the collection at the end; the order within stays. */
export function inCollectionFirst<C extends Pick<Copy, "state">>(copies: readonly C[]): C[] {
  const isOut = ({ state }: C) => Number(state === "withdrawn");
  return [...copies].sort((a, b) => isOut(a) - isOut(b));
}
