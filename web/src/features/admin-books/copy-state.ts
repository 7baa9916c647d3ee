import type { Copy } from "@/api/shapes.ts";

/** The copies with those that have left the collection at the end; the order within stays. */
export function inCollectionFirst<C extends Pick<Copy, "state">>(copies: readonly C[]): C[] {
  const isOut = ({ state }: C) => Number(state === "withdrawn");
  return [...copies].sort((a, b) => isOut(a) - isOut(b));
}
