import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, callForFile, type ServedFile, segment } from "../client.ts";
import { type RefusalReason, refusalsOf } from "../errors.ts";
import { useMay } from "../permissions.ts";
import type {
  Answer,
  Borrowing,
  BorrowingState,
  BorrowingStatus,
  HistoryAnswer,
  ListAnswer,
  Renewed,
  Shape,
  Summary,
  UserSummary,
} from "../shapes.ts";
import { refreshCirculation } from "./books.ts";

/** A refusal that staff override, with the reason for it. */
export interface RefusalOverride {
  code: string;
  comment: string;
}

/** The filters and the page of the history. */
export interface HistoryQuery {
  page?: number;
  limit?: number;
  status?: BorrowingStatus;
  /** The year of the borrowing, like 2024. */
  year?: number;
}

/** The filters, the order and the page of the administrator's list of all borrowings. */
export interface AllBorrowingsQuery {
  status?: Exclude<BorrowingState, "all">;
  search?: string;
  sort?: "borrowedDate" | "dueDate";
  page?: number;
  limit?: number;
}

export const borrowingKeys = {
  all: ["borrowings"] as const,
  mine: () => ["borrowings", "mine"] as const,
  history: (query: HistoryQuery) => ["borrowings", "history", query] as const,
  summary: () => ["borrowings", "summary"] as const,
  overdue: (query: { page?: number; limit?: number }) => ["borrowings", "overdue", query] as const,
  everyone: (query: AllBorrowingsQuery) => ["borrowings", "everyone", query] as const,
};

/** The maximum number of entries of a page that the server accepts. */
const LARGEST_PAGE = 100;

/** Loads every page of a list of borrowings. */
async function loadAllPages(
  loadPage: (page: { page: number; limit: number }) => Promise<ListAnswer<Borrowing>>,
): Promise<Borrowing[]> {
  // By id: a borrowing that moves to a later page during the loading would appear twice.
  const borrowings = new Map<string, Borrowing>();
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const { data, pagination } = await loadPage({ page, limit: LARGEST_PAGE });
    for (const borrowing of data) borrowings.set(borrowing._id, borrowing);
    pages = pagination.pages;
  }
  return [...borrowings.values()];
}

/** A person's returned borrowings with an unpaid fine, for staff who may see them. */
export function useUnpaidOf(userId: string, options: { enabled: boolean }) {
  return useQuery({
    queryKey: ["borrowings", "user", userId, "unpaid"],
    queryFn: ({ signal }) =>
      loadAllPages((page) =>
        call<ListAnswer<Borrowing>>("GET", `/admin/borrowings/user/${segment(userId)}`, {
          query: { ...page, status: "unpaid" },
          signal,
        }),
      ),
    enabled: options.enabled,
  });
}

/** All open borrowings of the person: overdue first, then by due date. */
export function useMyBorrowings() {
  return useQuery({
    queryKey: borrowingKeys.mine(),
    queryFn: ({ signal }) =>
      loadAllPages((page) =>
        call<ListAnswer<Borrowing>>("GET", "/borrowings/my-borrowings", { query: page, signal }),
      ),
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

/** Numbers of the person's open and past borrowings and fines. */
export function useMySummary() {
  return useQuery({
    queryKey: borrowingKeys.summary(),
    queryFn: async ({ signal }) =>
      (await call<Answer<Summary>>("GET", "/borrowings/my-summary", { signal })).data,
  });
}

/** Every borrowing of the person that matches, newest first. */
export function wholeHistory(query: Pick<HistoryQuery, "status" | "year">): Promise<Borrowing[]> {
  return loadAllPages((page) =>
    call<HistoryAnswer>("GET", "/borrowings/my-history", { query: { ...query, ...page } }),
  );
}

/** Administrators: overdue borrowings, the longest overdue first. Runs only when enabled. */
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

/** Administrators: all matching borrowings as a file, which may contain only the first ones. */
export function allBorrowingsFile(
  query: Omit<AllBorrowingsQuery, "page" | "limit">,
): Promise<ServedFile> {
  return callForFile("/admin/borrowings/table.csv", { query: { ...query } });
}

/** Administrators: returns a borrowing. */
export function useReturn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (borrowingId: string) =>
      (await call<Answer<Borrowing>>("PUT", `/admin/borrowings/${segment(borrowingId)}/return`))
        .data,
    onSettled: refreshCirculation(client),
  });
}

/** Administrators: undoes a return that the person recorded less than two minutes ago. */
export function useUndoReturn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (borrowingId: string) =>
      call<Answer<Borrowing>>("POST", `/admin/borrowings/${segment(borrowingId)}/undo-return`),
    // The screen words every failure.
    meta: { quiet: true },
    onSettled: refreshCirculation(client),
  });
}

/** Administrators: records a payment of a borrowing's fine; without an amount, all of it. */
export function useRecordPayment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ borrowingId, amount }: { borrowingId: string; amount?: number }) =>
      call<Answer<Borrowing>>("POST", `/admin/borrowings/${segment(borrowingId)}/payments`, {
        body: { amount },
      }),
    onSettled: refreshCirculation(client),
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
    onSettled: refreshCirculation(client),
  });
}

/** Renews an own borrowing, or any borrowing for administrators, who may override refusals. */
export function useRenew() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      borrowingId,
      overrides,
    }: {
      borrowingId: string;
      overrides?: readonly RefusalOverride[];
    }) =>
      (
        await call<Answer<Renewed>>("POST", `/borrowings/${segment(borrowingId)}/renew`, {
          body: overrides === undefined ? undefined : { overrides },
        })
      ).data,
    // The screen words every failure, with the book's name.
    meta: { quiet: true },
    onSettled: refreshCirculation(client),
  });
}

/** Renews all borrowings of the person that can be renewed. */
export function useRenewAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await call<Answer<Shape<"RenewedAll">>>("POST", "/borrowings/renew-all")).data,
    meta: { quiet: true },
    onSettled: refreshCirculation(client),
  });
}

/** The code of the refusal that a block by staff causes. */
const BLOCKED = "account_blocked";

/**
 * Administrators: every reason of a refusal; empty for other failures. The message of a block does not contain the
 * reason that staff gave for it, so the person is loaded for it.
 */
async function refusalsWithDetails(
  error: unknown,
  userId: string | null,
): Promise<readonly (RefusalReason & { detail?: string })[]> {
  const refusals = refusalsOf(error);
  if (userId === null || !refusals.some(({ code }) => code === BLOCKED)) return refusals;
  const detail = await call<Answer<UserSummary>>("GET", `/admin/users/${segment(userId)}`).then(
    ({ data }) => data.blockReason,
    () => null,
  );
  return refusals.map((refusal) =>
    refusal.code === BLOCKED && detail !== null ? { ...refusal, detail } : refusal,
  );
}

/** Staff: the actions of a borrowing's buttons, and which of them are allowed. Each rejects when the server refuses. */
export function useBorrowingActions({ _id: borrowingId, user }: Borrowing) {
  const renew = useRenew();
  const giveBack = useReturn();
  const undoReturn = useUndoReturn();
  const pay = useRecordPayment();
  const waive = useWaiveFine();
  const may = useMay();
  return {
    allowed: {
      renew: may("check_out"),
      override: may("override_refusals"),
      takeBack: may("return_any_borrowing"),
      pay: may("record_payment"),
      waive: may("waive_charges"),
    },
    onRenew: (overrides?: readonly RefusalOverride[]) =>
      renew.mutateAsync(overrides === undefined ? { borrowingId } : { borrowingId, overrides }),
    refusalsOf: (error: unknown) => refusalsWithDetails(error, user?._id ?? null),
    onReturn: () => giveBack.mutateAsync(borrowingId),
    onUndoReturn: () => undoReturn.mutateAsync(borrowingId),
    onSettle: (kind: "payment" | "waiver", { amount, note }: { amount: number; note: string }) =>
      kind === "payment"
        ? pay.mutateAsync({ borrowingId, amount })
        : waive.mutateAsync({ borrowingId, amount, note }),
  };
}
