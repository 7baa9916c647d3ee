import { useMutation } from "@tanstack/react-query";
import { type ApiError, messageOf } from "@/api/errors.ts";
import type { User } from "@/api/shapes.ts";
import { notify } from "@/ui/toast/notify.ts";

interface AttemptTexts {
  success: string;
  /** For when the server gives no reason. */
  failed: string;
}

/** The last failure of an attempt, as the banner shows it. */
export interface Failure {
  message: string;
  error: ApiError;
}

/**
 * An attempt to sign in or to register: shows success and failure in a toast, as the specification
 * says, and stores the failure for the banner; a new attempt removes the toasts of the failures before it. The general toast for a 403 or 500 is shown too. A sign-in that needs a
 * second step is no failure.
 */
export function useAttempt<V>(
  attempt: (values: V) => Promise<User | null>,
  { success, failed }: AttemptTexts,
  onRefused: (error: ApiError) => void,
) {
  const { mutate, reset, isPending, isIdle, error, data, variables } = useMutation<
    User | null,
    ApiError,
    V
  >({
    mutationFn: attempt,
    onMutate: notify.dismissErrors,
    onSuccess: (user) => {
      if (user) notify.success(success);
    },
    onError: (refusal) => {
      if (!refusal.secondStep) notify.error(messageOf(refusal, failed));
      onRefused(refusal);
    },
  });
  const failure: Failure | null =
    error && !error.secondStep ? { message: messageOf(error, failed), error } : null;
  /** What was sent, when the answer comes by mail. */
  const mailed = data === null ? variables : undefined;
  return { run: mutate, reset, pending: isPending, untried: isIdle, failure, mailed };
}
