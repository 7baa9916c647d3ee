import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client.ts";
import type { ApiError } from "@/api/errors.ts";
import type { Answer, PasswordReset } from "@/api/shapes.ts";

/** Requests a password link by mail. The response never reveals whether the account exists. */
export function useForgotPassword() {
  return useMutation<Answer<null>, ApiError, string>({
    mutationFn: (email) => call("POST", "/auth/forgot-password", { body: { email } }),
  });
}

/** Sets a new password by a link; every session of the account ends. */
export function useResetPassword() {
  return useMutation<Answer<null>, ApiError, PasswordReset>({
    mutationFn: (body) => call("POST", "/auth/reset-password", { body }),
  });
}
