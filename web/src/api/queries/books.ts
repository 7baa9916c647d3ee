import {
  type InfiniteData,
  keepPreviousData,
  onlineManager,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call, segment } from "../client.ts";
import type { ApiError } from "../errors.ts";
import type {
  Answer,
  Book,
  BookDetail,
  BookListAnswer,
  BookSort,
  Borrowing,
  NameCount,
  Opinion,
  Recommendation,
  ReviewPage,
} from "../shapes.ts";

/** The filters, the order and the page of a list of books; absent values take the server's defaults. */
export interface BookListQuery {
  search?: string;
  category?: string;
  sort?: BookSort;
  /** From 1. */
  page?: number;
  limit?: number;
  /** With it, `category` names the semester category. */
  isSemesterStudy?: boolean;
}

/** Keys from the general to the particular, so that `bookKeys.all` invalidates them all. */
export const bookKeys = {
  all: ["books"] as const,
  list: (query: BookListQuery) => ["books", "list", query] as const,
  detail: (id: string) => ["books", "detail", id] as const,
  categories: () => ["books", "categories"] as const,
  popular: (limit: number) => ["books", "popular", limit] as const,
  recommendations: (limit: number) => ["books", "recommendations", limit] as const,
};

/** What readers think of a book: fetched with the book, and by `ratings.ts` once it has changed. */
export const opinionKeys = {
  opinion: (bookId: string) => ["opinions", bookId, "rating"] as const,
  reviews: (bookId: string) => ["opinions", bookId, "reviews"] as const,
};

/** A page of books; the previous page stays while the next one loads (`isPlaceholderData`). */
export function useBookList(query: BookListQuery, options: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: bookKeys.list(query),
    queryFn: ({ signal }) => call<BookListAnswer>("GET", "/books", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
  });
}

/**
 * One book with what the signed-in person may do with it. The same response contains its ratings and reviews, so
 * that its screen needs one call less for the ratings and one less for the reviews.
 */
export function useBook(id: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: bookKeys.detail(id),
    queryFn: async ({ signal }) => {
      const path = `/books/${segment(id)}`;
      const query = { include: "opinions" };
      const { data } = await call<Answer<BookDetail>>("GET", path, { query, signal });
      const { opinions } = data;
      if (opinions) {
        client.setQueryData<Opinion>(opinionKeys.opinion(id), opinions.rating);
        // More pages that the person has opened stay; they are fetched again when they are out of date.
        client.setQueryData<InfiniteData<ReviewPage>>(opinionKeys.reviews(id), (shown) =>
          shown && shown.pages.length > 1 ? shown : { pages: [opinions.reviews], pageParams: [1] },
        );
      }
      return data;
    },
  });
}

/** All categories with the number of their books. */
export function useCategories() {
  return useQuery({
    queryKey: bookKeys.categories(),
    queryFn: async ({ signal }) =>
      (await call<Answer<NameCount[]>>("GET", "/books/categories", { signal })).data,
  });
}

/** The most borrowed books. */
export function usePopularBooks(limit: number) {
  return useQuery({
    queryKey: bookKeys.popular(limit),
    queryFn: async ({ signal }) =>
      (await call<Answer<Book[]>>("GET", "/books/popular", { query: { limit }, signal })).data,
  });
}

/** Books for the signed-in person, each with its reason; may be empty. */
export function useRecommendations(limit: number) {
  return useQuery({
    queryKey: bookKeys.recommendations(limit),
    queryFn: async ({ signal }) =>
      (
        await call<Answer<Recommendation[]>>("GET", "/books/recommendations", {
          query: { limit },
          signal,
        })
      ).data,
  });
}

/**
 * Borrows a book by its id. Lists of books and borrowings are loaded again, whether it
 * succeeded or was refused: a refusal means that the screen was out of date.
 */
export function useBorrow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (bookId: string) =>
      await call<Answer<Borrowing>>("POST", `/borrowings/${segment(bookId)}`),
    onSettled: refreshCirculation(client),
  });
}

/** Undoes a borrowing that the person made less than two minutes ago. */
export function useUndoBorrow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (borrowingId: string) =>
      call<Answer<null>>("POST", `/borrowings/${segment(borrowingId)}/undo`),
    // The screen words every failure.
    meta: { quiet: true },
    onSettled: refreshCirculation(client),
  });
}

/**
 * For `onSettled` of a mutation: the lists are fetched again before its outcome shows. When the server could not be
 * reached, the outcome does not wait for them; without a connection they are fetched when it is back.
 */
export function refreshCirculation(client: ReturnType<typeof useQueryClient>) {
  return (_data: unknown, error: ApiError | null): Promise<void> | undefined => {
    const refreshed = invalidateCirculation(client, onlineManager.isOnline() ? "active" : "none");
    return error?.status === 0 ? undefined : refreshed;
  };
}

/** After a loan or a return: everything that counts copies or lists borrowings is out of date. */
async function invalidateCirculation(
  client: ReturnType<typeof useQueryClient>,
  refetchType: "active" | "none",
): Promise<void> {
  const keys = [bookKeys.all, ["borrowings"], ["admin"]];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, refetchType })));
}
