import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../client.ts";
import { accountKeys } from "../keys/account.ts";
import { useSessionStore } from "../session/session-context.tsx";

/** Confirms the new address by the link that was mailed to it. */
export function useConfirmEmail() {
  const client = useQueryClient();
  const session = useSessionStore();
  return useMutation({
    mutationFn: (token: string) => call("POST", "/auth/email-changes/confirm", { body: { token } }),
    onSuccess: ({ data }) => {
      session.profileUpdated(data);
      // Visitors open the link too, and this page loads no other data with the address.
      void client.invalidateQueries({ queryKey: accountKeys.emailChanges });
    },
  });
}

/** Restores the old address by the link that was mailed to it. */
export function useUndoEmailChange() {
  return useMutation({
    mutationFn: (token: string) => call("POST", "/auth/email-changes/undo", { body: { token } }),
  });
}
