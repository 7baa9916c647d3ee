import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, callForFile, type ServedFile, segment } from "../client.ts";
import type {
  Answer,
  Borrowing,
  BorrowingStatus,
  HistoryAnswer,
  ListAnswer,
  Shape,
  Summary,
} from "../shapes.ts";
import { invalidateCirculation } from "./books.ts";

/** What the history is asked for. */
export interface HistoryQuery {
  page?: number;
  limit?: number;
  status?: BorrowingStatus;
  /** The year of the borrowing, like 2024. */
  year?: number;
}

/** What the administrator's list of all borrowings is asked for. */
export interface AllBorrowingsQuery {
  status?: BorrowingStatus | "open";
  search?: string;
  sort?: "borrowedDate" | "dueDate";
  page?: number;
  limit?: number;
}

export const borrowingKeys = {
  all: ["borrowings"] as const,
  mine: (query: { page?: number; limit?: number }) => ["borrowings", "mine", query] as const,
  history: (query: HistoryQuery) => ["borrowings", "history", query] as const,
  summary: () => ["borrowings", "summary"] as const,
  overdue: (query: { page?: number; limit?: number }) => ["borrowings", "overdue", query] as const,
  everyone: (query: AllBorrowingsQuery) => ["borrowings", "everyone", query] as const,
};

/** The person's open borrowings: overdue first, then by due date. */
export function useMyBorrowings(query: { page?: number; limit?: number } = {}) {
  return useQuery({
    queryKey: borrowingKeys.mine(query),
    queryFn: ({ signal }) =>
      call<ListAnswer<Borrowing>>("GET", "/borrowings/my-borrowings", { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every borrowing of the person, newest first, with totals. */
export function useMyHistory(query: HistoryQuery = {}) {
  return useQuery({
    queryKey: borrowingKeys.history(query),
    queryFn: ({ signal }) =>
      call<HistoryAnswer>("GET", "/borrowings/my-history", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What the person has, has had and owes, in a few numbers. */
export function useMySummary() {
  return useQuery({
    queryKey: borrowingKeys.summary(),
    queryFn: async ({ signal }) =>
      (await call<Answer<Summary>>("GET", "/borrowings/my-summary", { signal })).data,
  });
}

/** Every borrowing of the person that fits, all pages of it, newest first. */
export async function wholeHistory(
  query: Pick<HistoryQuery, "status" | "year">,
): Promise<Borrowing[]> {
  const borrowings: Borrowing[] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const answer = await call<HistoryAnswer>("GET", "/borrowings/my-history", {
      query: { ...query, page, limit: 100 },
    });
    borrowings.push(...answer.data);
    pages = answer.pagination.pages;
  }
  return borrowings;
}

/** Administrators: what is overdue, longest first. Runs only when enabled. */
export function useOverdueBorrowings(
  query: { page?: number; limit?: number },
  options: { enabled: boolean },
) {
  return useQuery({
    queryKey: borrowingKeys.overdue(query),
    queryFn: ({ signal }) =>
      call<ListAnswer<Borrowing>>("GET", "/borrowings/overdue", { query, signal }),
    enabled: options.enabled,
  });
}

/** Administrators: all borrowings, a page at a time. */
export function useAllBorrowings(query: AllBorrowingsQuery) {
  return useQuery({
    queryKey: borrowingKeys.everyone(query),
    queryFn: ({ signal }) =>
      call<ListAnswer<Borrowing>>("GET", "/borrowings", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Administrators: all borrowings that fit, as a file; of very many the first ones. */
export function allBorrowingsFile(
  query: Omit<AllBorrowingsQuery, "page" | "limit">,
): Promise<ServedFile> {
  return callForFile("/admin/borrowings/table.csv", { query: { ...query } });
}

/** Administrators: takes a borrowing back. */
export function useReturn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (borrowingId: string) =>
      call<Answer<Borrowing>>("PUT", `/admin/borrowings/${segment(borrowingId)}/return`),
    onSettled: () => invalidateCirculation(client),
  });
}

/** Administrators: records what was paid of a borrowing's fine; without an amount, all of it. */
export function useRecordPayment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ borrowingId, amount }: { borrowingId: string; amount?: number }) =>
      call<Answer<Borrowing>>("POST", `/admin/borrowings/${segment(borrowingId)}/payments`, {
        body: { amount },
      }),
    onSettled: () => invalidateCirculation(client),
  });
}

/** Administrators: waives a fine or a part of it, with the reason. */
export function useWaiveFine() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (waiver: { borrowingId: string; amount?: number; note: string }) =>
      call<Answer<Borrowing>>("POST", `/admin/borrowings/${segment(waiver.borrowingId)}/waivers`, {
        body: { amount: waiver.amount, note: waiver.note },
      }),
    onSettled: () => invalidateCirculation(client),
  });
}

/** Renews a borrowing: one's own, or anybody's for administrators. */
export function useRenew() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (borrowingId: string) =>
      (await call<Answer<Borrowing>>("POST", `/borrowings/${segment(borrowingId)}/renew`)).data,
    onSettled: () => invalidateCirculation(client),
  });
}

/** Renews all one's own borrowings that can be renewed. */
export function useRenewAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await call<Answer<Shape<"RenewedAll">>>("POST", "/borrowings/renew-all")).data,
    onSettled: () => invalidateCirculation(client),
  });
}

/** Administrators: what the buttons of a borrowing do. Each rejects when the server refuses. */
export function useBorrowingActions(borrowingId: string) {
  const renew = useRenew();
  const giveBack = useReturn();
  const pay = useRecordPayment();
  const waive = useWaiveFine();
  return {
    onRenew: () => renew.mutateAsync(borrowingId),
    onReturn: () => giveBack.mutateAsync(borrowingId),
    onSettle: (kind: "payment" | "waiver", { amount, note }: { amount: number; note: string }) =>
      kind === "payment"
        ? pay.mutateAsync({ borrowingId, amount })
        : waive.mutateAsync({ borrowingId, amount, note }),
  };
}
