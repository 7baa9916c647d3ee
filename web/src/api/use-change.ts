import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Change, changed } from "./changes.ts";
import { setBeginWrite } from "./client.ts";
import type { ApiError } from "./errors.ts";
import { beginWrite } from "./idempotency.ts";

setBeginWrite(beginWrite);

interface ChangeOptions<V, A> {
  /** Sends the change. */
  call: (values: V) => Promise<A>;
  /** What is out of date once it is sent, whether it succeeded or was refused: a refusal may mean that the screen was. */
  changes: Change | readonly Change[];
  /** Puts the response into the cache before anything is fetched again. */
  onSuccess?: (answer: A, values: V, client: QueryClient) => unknown;
  /** Whether the screen words every failure, so that there is no general toast. */
  quiet?: boolean;
  /** Whether it stays pending until what is on screen is fetched again, for a screen that shows both together. */
  waits?: boolean;
  /** Whether its answer is forgotten with the component: it contains a secret. */
  secret?: boolean;
}

/**
 * A change of the server's data. It is settled as soon as the server has responded; what is out of date is fetched
 * in the background.
 */
export function useChange<A, V = void>({
  call,
  changes,
  onSuccess,
  quiet = false,
  waits = false,
  secret = false,
}: ChangeOptions<V, A>) {
  const client = useQueryClient();
  return useMutation<A, ApiError, V>({
    mutationFn: call,
    meta: { quiet },
    ...(secret ? { gcTime: 0 } : {}),
    onSuccess: (answer, values) => onSuccess?.(answer, values, client),
    onSettled: (_answer, error) => {
      // The server found the values wrong before it did anything.
      if (error?.status === 422) return;
      const fetched = changed(client, ...[changes].flat());
      return waits && error?.status !== 0 ? fetched : undefined;
    },
  });
}
