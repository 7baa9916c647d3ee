import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, callForFile, type ServedFile } from "../client.ts";
import { type RefusalReason, refusalsOf } from "../errors.ts";
import { borrowingKeys } from "../keys/person.ts";
import { useMay } from "../permissions.ts";
import type { Borrowing, BorrowingState, BorrowingStatus, ListAnswer, Shape } from "../shapes.ts";
import { useChange } from "../use-change.ts";

/** A refusal that staff override, with their reason. */
export interface RefusalOverride {
  code: string;
  comment: string;
}

/** The filters and the page of the history. */
export interface HistoryQuery {
  page?: number;
  limit?: number;
  status?: BorrowingStatus;
  /** The year of the borrowing, such as 2024. */
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

/** The maximum number of entries of a page that the server accepts. */
const LARGEST_PAGE = 100;

/** Loads every page of a list of borrowings. */
async function loadAllPages(
  loadPage: (page: { page: number; limit: number }) => Promise<ListAnswer<Borrowing>>,
): Promise<Borrowing[]> {
  // By id, because a borrowing that moves to a later page during the loading would appear twice.
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
    queryKey: borrowingKeys.unpaidOfUser(userId),
    queryFn: ({ signal }) =>
      loadAllPages((page) =>
        call("GET", "/admin/borrowings/user/{userId}", {
          path: { userId },
          query: { ...page, status: "unpaid" },
          signal,
        }),
      ),
    enabled: options.enabled,
  });
}

/** All open borrowings of the person: overdue first, then by due date. */
export function useMyBorrowings({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    enabled,
    queryKey: borrowingKeys.mine,
    queryFn: ({ signal }) =>
      loadAllPages((page) => call("GET", "/borrowings/my-borrowings", { query: page, signal })),
  });
}

/** Every borrowing of the person, newest first, with totals. */
export function useMyHistory(query: HistoryQuery = {}) {
  return useQuery({
    queryKey: borrowingKeys.history(query),
    queryFn: ({ signal }) => call("GET", "/borrowings/my-history", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Numbers of the person's open and past borrowings and fines. */
export function useMySummary() {
  return useQuery({
    queryKey: borrowingKeys.summary,
    queryFn: async ({ signal }) => (await call("GET", "/borrowings/my-summary", { signal })).data,
  });
}

/** Every borrowing of the person that matches, newest first. */
export function wholeHistory(query: Pick<HistoryQuery, "status" | "year">): Promise<Borrowing[]> {
  return loadAllPages((page) =>
    call("GET", "/borrowings/my-history", { query: { ...query, ...page } }),
  );
}

/** Staff: overdue borrowings, the longest overdue first. Runs only when enabled. */
export function useOverdueBorrowings(
  query: { page?: number; limit?: number },
  options: { enabled: boolean },
) {
  return useQuery({
    queryKey: borrowingKeys.overdue(query),
    queryFn: ({ signal }) => call("GET", "/borrowings/overdue", { query, signal }),
    enabled: options.enabled,
  });
}

/** Staff: all borrowings, a page at a time. */
export function useAllBorrowings(query: AllBorrowingsQuery) {
  return useQuery({
    queryKey: borrowingKeys.everyone(query),
    queryFn: ({ signal }) => call("GET", "/borrowings", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Staff: all matching borrowings as a file, which may contain only the first ones. */
export function allBorrowingsFile(
  query: Omit<AllBorrowingsQuery, "page" | "limit">,
): Promise<ServedFile> {
  return callForFile("/admin/borrowings/table.csv", { query: { ...query } });
}

/** Staff: returns a borrowing. */
export function useReturn() {
  return useChange({
    call: async (borrowingId: string) =>
      (await call("PUT", "/admin/borrowings/{borrowingId}/return", { path: { borrowingId } })).data,
    changes: "loan",
  });
}

/** Staff: undoes a return that the person recorded less than two minutes ago. */
export function useUndoReturn() {
  return useChange({
    call: (borrowingId: string) =>
      call("POST", "/admin/borrowings/{borrowingId}/undo-return", { path: { borrowingId } }),
    changes: "loan",
    // The screen has its own message for every failure, and updates the list together with the message.
    quiet: true,
    waits: true,
  });
}

/** Staff: records a payment of a borrowing's fine; without an amount, all of it. */
export function useRecordPayment() {
  return useChange({
    call: ({ borrowingId, amount }: { borrowingId: string; amount?: number }) =>
      call("POST", "/admin/borrowings/{borrowingId}/payments", {
        path: { borrowingId },
        body: { amount },
      }),
    changes: "loan",
  });
}

/** Staff: waives a fine or a part of it, with the reason. */
export function useWaiveFine() {
  return useChange({
    call: ({ borrowingId, ...body }: { borrowingId: string; amount?: number; note: string }) =>
      call("POST", "/admin/borrowings/{borrowingId}/waivers", { path: { borrowingId }, body }),
    changes: "loan",
  });
}

/** Renews the person's own borrowing; staff may renew any borrowing and override refusals. */
export function useRenew() {
  return useChange({
    call: async ({
      borrowingId,
      overrides,
    }: {
      borrowingId: string;
      overrides?: readonly RefusalOverride[];
    }) =>
      (
        await call("POST", "/borrowings/{borrowingId}/renew", {
          path: { borrowingId },
          body: overrides && { overrides: overrides.map(toOverride) },
        })
      ).data,
    changes: "loan",
    // The screen has its own message for every failure, which names the book, on the updated card.
    quiet: true,
    waits: true,
  });
}

/** The client's errors have refusal codes as plain strings; they come from the server. */
function toOverride({ code, comment }: RefusalOverride): Shape<"OverrideForm"> {
  return { code: code as Shape<"RefusalCode">, comment };
}

/** Renews all borrowings of the person that can be renewed. */
export function useRenewAll() {
  return useChange({
    call: async () => (await call("POST", "/borrowings/renew-all")).data,
    changes: "loan",
    quiet: true,
    waits: true,
  });
}

/** The code of the refusal that a block by staff causes. */
const BLOCKED = "account_blocked";

/**
 * Staff: every reason of a refusal; empty for other failures. The message of a block does not contain the
 * reason that staff gave for it, so the person is loaded for it.
 */
async function refusalsWithDetails(
  error: unknown,
  userId: string | null,
): Promise<readonly (RefusalReason & { detail?: string })[]> {
  const refusals = refusalsOf(error);
  if (userId === null || !refusals.some(({ code }) => code === BLOCKED)) return refusals;
  const detail = await call("GET", "/admin/users/{id}", { path: { id: userId } }).then(
    ({ data }) => data.blockReason,
    () => null,
  );
  return refusals.map((refusal) =>
    refusal.code === BLOCKED && detail !== null ? { ...refusal, detail } : refusal,
  );
}

/** Staff: the actions of a borrowing's buttons, and which of them are allowed. Each rejects if the server refuses. */
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
