import type { BookSort } from "@/api/shapes.ts";

/** The orders that can be chosen; each has its one direction. */
export const SORTS = [
  "createdAt",
  "relevance",
  "title",
  "author",
  "publishedYear",
  "rating",
  "popular",
] as const satisfies readonly BookSort[];

/** The order of a list: as chosen, else the best match first while searching, else the newest. */
export function sortInForce(chosen: BookSort | "", search: string): BookSort {
  if (chosen === "relevance" && search === "") return "createdAt";
  return chosen || (search === "" ? "createdAt" : "relevance");
}
