import type { BookSort } from "@/api/shapes.ts";

/** The possible orders; each has one direction. */
export const SORTS = [
  "createdAt",
  "relevance",
  "title",
  "author",
  "publishedYear",
  "rating",
  "popular",
] as const satisfies readonly BookSort[];

/** The order of a list: the chosen one, else the best match during a search, else the newest first. */
export function sortInForce(chosen: BookSort | "", search: string): BookSort {
  if (chosen === "relevance" && search === "") return "createdAt";
  return chosen || (search === "" ? "createdAt" : "relevance");
}
