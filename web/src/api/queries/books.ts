import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "../client.ts";
import { earlyData } from "../early-calls.ts";
import { bookKeys, opinionKeys } from "../keys/books.ts";
import type { AnswerOf, QueryOf } from "../operations.ts";
import type { BookListAnswer, Opinion, ReviewPage } from "../shapes.ts";

/** The filters, the order and the page of a list of books; absent values mean the server's defaults. */
export type BookListQuery = Omit<QueryOf<"GET", "/books">, "facets">;

/** The found books counted by facets; a facet that was not requested is null. */
export type BookFacets = BookListAnswer["facets"];

/** A page of books; the previous page stays while the next one loads (`isPlaceholderData`). */
export function useBookList(query: BookListQuery, options: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: bookKeys.list(query),
    queryFn: ({ signal }) => call("GET", "/books", { query: { ...query }, signal }),
    ...earlyData("/books", { query: { ...query } }, (list) => list),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
  });
}

/** The facets that are counted besides the categories, which every list of books counts. */
const FURTHER_FACETS = [
  "author",
  "subject",
  "language",
  "decade",
  "availability",
  "semesterStudy",
  "rating",
] as const;

/** The found books counted by all facets but the category; those of the previous filters stay while the next ones load. */
export function useFurtherFacets(narrowing: BookListQuery, { enabled }: { enabled: boolean }) {
  const query = { ...narrowing, facets: [...FURTHER_FACETS], limit: 1 };
  return useQuery({
    queryKey: bookKeys.facets(narrowing),
    queryFn: async ({ signal }) => (await call("GET", "/books", { query, signal })).facets,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/**
 * One book, with the actions that the signed-in person may take. The response also contains its ratings and reviews,
 * which saves the screen two calls.
 */
export function useBook(id: string) {
  const client = useQueryClient();
  const options = { path: { id }, query: { include: "opinions" } } as const;
  const withOpinions = ({ data }: AnswerOf<"GET", "/books/{id}">) => {
    keepOpinions(client, id, data.opinions);
    return data;
  };
  return useQuery({
    queryKey: bookKeys.detail(id),
    queryFn: async ({ signal }) =>
      withOpinions(await call("GET", "/books/{id}", { ...options, signal })),
    ...earlyData("/books/{id}", options, withOpinions),
  });
}

type OpinionsOfBook = AnswerOf<"GET", "/books/{id}">["data"]["opinions"];

function keepOpinions(client: QueryClient, id: string, opinions: OpinionsOfBook): void {
  if (!opinions) return;
  client.setQueryData<Opinion>(opinionKeys.rating(id), opinions.rating);
  const { reviews } = opinions;
  // Further pages that the person has opened are kept, and fetched again when they are stale.
  client.setQueryData<InfiniteData<ReviewPage>>(opinionKeys.reviews(id), (shown) =>
    reviews === null || (shown && shown.pages.length > 1)
      ? shown
      : { pages: [reviews], pageParams: [1] },
  );
}

/** All categories with the number of their books. */
export function useCategories() {
  return useQuery({
    queryKey: bookKeys.categories,
    queryFn: async ({ signal }) => (await call("GET", "/books/categories", { signal })).data,
  });
}

/** The most borrowed books. */
export function usePopularBooks(limit: number) {
  return useQuery({
    queryKey: bookKeys.popular(limit),
    queryFn: async ({ signal }) =>
      (await call("GET", "/books/popular", { query: { limit }, signal })).data,
  });
}

/** Books for the signed-in person, each with its reason; may be empty. */
export function useRecommendations(limit: number) {
  return useQuery({
    queryKey: bookKeys.recommended(limit),
    queryFn: async ({ signal }) =>
      (
        await call("GET", "/books/recommendations", {
          query: { limit },
          signal,
        })
      ).data,
  });
}
