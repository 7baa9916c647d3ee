import type { BookListQuery } from "@/api/queries/books.ts";
import type { BookSort } from "@/api/shapes.ts";
import { type AddressChanges, choiceOf, pageOf } from "@/lib/use-address.ts";

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

/** What the list of books can be narrowed by, each with its parameter in the address and in the request. */
export const FACET_PARAMETERS = {
  category: "category",
  author: "author",
  subject: "subject",
  language: "language",
  decade: "decade",
  availability: "availability",
  semesterStudy: "isSemesterStudy",
  rating: "minRating",
} as const;

export type FacetName = keyof typeof FACET_PARAMETERS;

export const FACET_NAMES = Object.keys(FACET_PARAMETERS) as FacetName[];

/** The changes of the address that remove all chosen values. */
export const NO_FACETS = Object.fromEntries(
  FACET_NAMES.map((facet) => [FACET_PARAMETERS[facet], null]),
);

/**
 * The changes of the address that choose these values of a facet. Books for semester study have categories of their own, so
 * that a chosen category would find nothing.
 */
export function choosing(facet: FacetName, values: readonly string[]): AddressChanges {
  return {
    ...(facet === "semesterStudy" && { category: null }),
    [FACET_PARAMETERS[facet]]: values,
  };
}

/** The chosen values of each facet, as the server names them. */
export type Chosen = Readonly<Record<FacetName, readonly string[]>>;

/** The filters, the order and the view of the list of books, as the address records them. */
export interface BookFilters {
  search: string;
  chosen: Chosen;
  sort: BookSort;
  view: View;
  page: number;
  /** The number of chosen values. */
  chosenCount: number;
  /** Whether a search or a chosen value filters the books. */
  narrowed: boolean;
}

/** Reads the address. By default, a search sorts by best match and other lists by newest. */
export function readFilters(query: URLSearchParams): BookFilters {
  const search = (query.get("search") ?? "").trim();
  const chosen = readChosen(query);
  const chosenCount = Object.values(chosen).flat().length;
  const usual = defaultSort(search);
  const sort = choiceOf(query, "sort", SORTS, usual);
  return {
    search,
    chosen,
    sort: sort === "relevance" ? usual : sort,
    view: choiceOf(query, "view", VIEWS, "grid"),
    page: pageOf(query),
    chosenCount,
    narrowed: search !== "" || chosenCount > 0,
  };
}

/** The values that the server accepts; a link from elsewhere may have others. */
function readChosen(query: URLSearchParams): Chosen {
  const values = (facet: FacetName, valid: RegExp = /\S/) => [
    ...new Set(query.getAll(FACET_PARAMETERS[facet]).filter((value) => valid.test(value))),
  ];
  return {
    category: values("category"),
    author: values("author"),
    subject: values("subject"),
    language: values("language"),
    decade: values("decade", /^(?:0|-?[1-9]\d{0,2}0)$/),
    availability: values("availability", /^available$/),
    semesterStudy: values("semesterStudy", /^true$/),
    rating: values("rating", /^[1-4]$/).slice(-1),
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
export function listQuery({ search, chosen, sort, page }: BookFilters): BookListQuery {
  return { ...narrowing({ search, chosen }), sort, page, limit: PAGE_SIZE };
}

/** The part of the query that decides which books are found. */
export function narrowing({
  search,
  chosen,
}: Pick<BookFilters, "search" | "chosen">): BookListQuery {
  const parameters = FACET_NAMES.filter((facet) => chosen[facet].length > 0).map((facet) => [
    FACET_PARAMETERS[facet],
    chosen[facet],
  ]);
  return { ...(search === "" ? {} : { search }), ...Object.fromEntries(parameters) };
}
