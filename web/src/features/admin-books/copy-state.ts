import type { Copy } from "@/api/shapes.ts";

/** The copies with the withdrawn ones last; otherwise in the same order. */
export function inCollectionFirst<C extends Pick<Copy, "state">>(copies: readonly C[]): C[] {
  const isOut = ({ state }: C) => Number(state === "withdrawn");
  return [...copies].sort((a, b) => isOut(a) - isOut(b));
}
