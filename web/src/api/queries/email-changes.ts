import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, segment } from "../client.ts";
import type { ApiError } from "../errors.ts";
import { useSessionStore } from "../session/session-context.tsx";
import type { Answer, EmailChange, PasswordLink, User } from "../shapes.ts";

export const EMAIL_CHANGES = ["email-changes"] as const;

/** Pending changes of the person's email address, and notices of changes that took effect. */
export function useEmailChanges(enabled = true) {
  return useQuery({
    queryKey: EMAIL_CHANGES,
    queryFn: async ({ signal }) =>
      (await call<Answer<EmailChange[]>>("GET", "/auth/email-changes", { signal })).data,
    meta: { quiet: true },
    enabled,
  });
}

/** Cancels a pending change, or dismisses a notice. */
export function useDismissEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE", `/auth/email-changes/${segment(id)}`),
    onSettled: () => client.invalidateQueries({ queryKey: EMAIL_CHANGES }),
  });
}

/** Confirms the new address by the link that was mailed to it. */
export function useConfirmEmail() {
  const client = useQueryClient();
  const session = useSessionStore();
  return useMutation<Answer<User>, ApiError, string>({
    mutationFn: (token) => call("POST", "/auth/email-changes/confirm", { body: { token } }),
    onSuccess: ({ data }) => {
      session.profileUpdated(data);
      void client.invalidateQueries({ queryKey: EMAIL_CHANGES });
    },
  });
}

/** Restores the old address by the link that was mailed to it. */
export function useUndoEmailChange() {
  return useMutation<Answer<PasswordLink>, ApiError, string>({
    mutationFn: (token) => call("POST", "/auth/email-changes/undo", { body: { token } }),
  });
}
