import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { opinionKeys } from "../keys/books.ts";
import type { RatingChange } from "../shapes.ts";
import { useChange } from "../use-change.ts";

/** The number of reviews that are fetched at a time. */
const PAGE = 10;

/** The ratings of a book, and the person's own. */
export function useOpinion(bookId: string) {
  return useQuery({
    queryKey: opinionKeys.rating(bookId),
    queryFn: async ({ signal }) =>
      (await call("GET", "/books/{id}/rating", { path: { id: bookId }, signal })).data,
  });
}

/** The reviews of a book, the newest first, page by page. */
export function useReviews(bookId: string, options: { enabled: boolean }) {
  return useInfiniteQuery({
    enabled: options.enabled,
    queryKey: opinionKeys.reviews(bookId),
    queryFn: ({ signal, pageParam }) =>
      call("GET", "/books/{id}/reviews", {
        path: { id: bookId },
        query: { page: pageParam, limit: PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  });
}

/** Rates a book, or removes the rating with `null`. The average is fetched again everywhere. */
export function useRate(bookId: string) {
  const options = { path: { id: bookId } };
  return useChange({
    call: async (rating: RatingChange | null) =>
      rating === null
        ? (await call("DELETE", "/books/{id}/rating", options)).data
        : (await call("PUT", "/books/{id}/rating", { ...options, body: rating })).data,
    changes: "rating",
    onSuccess: (opinion, _rating, client) =>
      client.setQueryData(opinionKeys.rating(bookId), opinion),
  });
}

/** Staff: hides a review from readers, or shows it again. */
export function useModerateReview() {
  return useChange({
    call: ({ id, hidden }: { id: string; hidden: boolean }) =>
      call("PUT", "/admin/reviews/{id}", { path: { id }, body: { hidden } }),
    changes: "rating",
  });
}
