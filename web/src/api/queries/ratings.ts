import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, segment } from "../client.ts";
import type { Answer, Opinion, RatingChange, Review, ReviewPage } from "../shapes.ts";
import { bookKeys, opinionKeys } from "./books.ts";
import { borrowingKeys } from "./borrowings.ts";

/** Reviews that are fetched at a time. */
const PAGE = 10;

/** The ratings of a book, and the person's own. */
export function useOpinion(bookId: string) {
  return useQuery({
    queryKey: opinionKeys.opinion(bookId),
    queryFn: async ({ signal }) =>
      (await call<Answer<Opinion>>("GET", `/books/${segment(bookId)}/rating`, { signal })).data,
  });
}

/** What readers have written about a book, the newest first, page by page. */
export function useReviews(bookId: string) {
  return useInfiniteQuery({
    queryKey: opinionKeys.reviews(bookId),
    queryFn: ({ signal, pageParam }) =>
      call<ReviewPage>("GET", `/books/${segment(bookId)}/reviews`, {
        query: { page: pageParam, limit: PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  });
}

/** Rates a book, or with `null` takes the rating away. The average follows everywhere. */
export function useRate(bookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (rating: RatingChange | null) => {
      const path = `/books/${segment(bookId)}/rating`;
      return rating === null
        ? (await call<Answer<Opinion>>("DELETE", path)).data
        : (await call<Answer<Opinion>>("PUT", path, { body: rating })).data;
    },
    onSuccess: (opinion) => client.setQueryData(opinionKeys.opinion(bookId), opinion),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["opinions", bookId] }),
        client.invalidateQueries({ queryKey: bookKeys.all }),
        client.invalidateQueries({ queryKey: [...borrowingKeys.all, "history"] }),
      ]),
  });
}

/** Administrators: hides a review from readers, or shows it again. */
export function useModerateReview(bookId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, hidden }: { id: string; hidden: boolean }) =>
      call<Answer<Review>>("PUT", `/admin/reviews/${segment(id)}`, { body: { hidden } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["opinions", bookId] }),
  });
}
