import type { BookListQuery } from "@/api/queries/books.ts";
import type { BookSort } from "@/api/shapes.ts";
import { choiceOf, pageOf } from "@/lib/use-address.ts";

/** Books per page: full rows of two, three, four and six. */
export const PAGE_SIZE = 24;

/** The orders to choose from; `relevance` only during a search. */
export const SORTS = [
  "relevance",
  "createdAt",
  "title",
  "author",
  "rating",
  "publishedYear",
  "popular",
] as const satisfies readonly BookSort[];

export const VIEWS = ["grid", "list"] as const;
export type View = (typeof VIEWS)[number];

/** The filters, the order and the view of the list of books, as the address records them. */
export interface BookFilters {
  search: string;
  category: string | null;
  sort: BookSort;
  view: View;
  page: number;
  /** Whether a search or a category filters the books. */
  narrowed: boolean;
}

/** Reads the address. By default, a search sorts by best match and other lists by newest. */
export function readFilters(query: URLSearchParams): BookFilters {
  const search = (query.get("search") ?? "").trim();
  const category = query.get("category")?.trim() || null;
  const usual = defaultSort(search);
  const sort = choiceOf(query, "sort", SORTS, usual);
  return {
    search,
    category,
    sort: sort === "relevance" ? usual : sort,
    view: choiceOf(query, "view", VIEWS, "grid"),
    page: pageOf(query),
    narrowed: search !== "" || category !== null,
  };
}

/** The default order, which is not in the address. */
export function defaultSort(search: string): BookSort {
  return search === "" ? "createdAt" : "relevance";
}

/** The orders to choose from. */
export function sortsFor(search: string): readonly BookSort[] {
  return search === "" ? SORTS.filter((sort) => sort !== "relevance") : SORTS;
}

/** The query of the request. */
export function listQuery({ search, category, sort, page }: BookFilters): BookListQuery {
  return {
    ...(search === "" ? {} : { search }),
    ...(category === null ? {} : { category }),
    sort,
    page,
    limit: PAGE_SIZE,
  };
}
