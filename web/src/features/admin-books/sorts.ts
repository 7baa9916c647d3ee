import type { BookSort } from "@/api/shapes.ts";
import type { Sorting } from "@/ui/data-table.tsx";

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

/** An order in the form that the column headings use. */
export function sortingOf(sort: BookSort): Sorting {
  return {
    by: sort,
    direction: sort === "title" || sort === "author" ? "ascending" : "descending",
  };
}
