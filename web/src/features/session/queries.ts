import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import type { PasswordReset } from "@/api/shapes.ts";

/** Requests a password link by mail. The response never reveals whether the account exists. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => call("POST", "/auth/forgot-password", { body: { email } }),
  });
}

/** Sets a new password with a link; all sessions of the account end. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: PasswordReset) => call("POST", "/auth/reset-password", { body }),
  });
}
