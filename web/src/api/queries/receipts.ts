import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { userKeys } from "../keys/staff.ts";
import { useChange } from "../use-change.ts";

/** The receipts of a person's payments, the latest first. */
export function useReceipts(userId: string, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    enabled,
    queryKey: userKeys.receipts(userId),
    queryFn: async ({ signal }) =>
      (await call("GET", "/admin/users/{id}/receipts", { path: { id: userId }, signal })).data,
  });
}

/** Records a payment of everything that a person owes; a partial payment settles the oldest charges first. */
export function usePayAllFines(userId: string) {
  return useChange({
    call: (payment: { amount: number }) =>
      call("POST", "/admin/users/{id}/payments", { path: { id: userId }, body: payment }),
    changes: "loan",
  });
}
