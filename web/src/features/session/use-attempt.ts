import { useMutation } from "@tanstack/react-query";
import { type ApiError, messageOf } from "@/api/errors.ts";
import type { User } from "@/api/shapes.ts";
import { notify } from "@/ui/toast/notify.ts";

interface AttemptTexts {
  success: string;
  /** Shown when the server gives no reason. */
  failed: string;
}

/** The last failure of an attempt, as the banner shows it. */
export interface Failure {
  message: string;
  error: ApiError;
}

/**
 * An attempt to sign in or to register. Shows success and failure in a toast, as the specification requires, and stores
 * the failure for the banner; a new attempt removes the toasts of earlier failures. The general toast for a 403 or 500
 * is shown too. A sign-in that needs a second step is not a failure.
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
  /** The values that were sent, if the person must open a link in a mail. */
  const mailed = data === null ? variables : undefined;
  return { run: mutate, reset, pending: isPending, untried: isIdle, failure, mailed };
}
