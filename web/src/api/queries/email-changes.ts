import { useQuery } from "@tanstack/react-query";
import { call } from "../client.ts";
import { accountKeys } from "../keys/account.ts";
import { useChange } from "../use-change.ts";

/** Pending changes of the person's email address, and notices of changes that took effect. */
export function useEmailChanges(enabled = true) {
  return useQuery({
    queryKey: accountKeys.emailChanges,
    queryFn: async ({ signal }) => (await call("GET", "/auth/email-changes", { signal })).data,
    meta: { quiet: true },
    enabled,
  });
}

/** Cancels a pending change, or dismisses a notice. */
export function useDismissEmailChange() {
  return useChange({
    call: (id: string) => call("DELETE", "/auth/email-changes/{id}", { path: { id } }),
    changes: "emailChange",
  });
}
