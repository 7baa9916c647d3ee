import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Change, changed } from "./changes.ts";
import { setBeginWrite } from "./client.ts";
import type { ApiError } from "./errors.ts";
import { beginWrite } from "./idempotency.ts";

setBeginWrite(beginWrite);

interface ChangeOptions<V, A> {
  /** Sends the change. */
  call: (values: V) => Promise<A>;
  /** The kinds of data that are stale afterwards, also after a refusal, which may have been caused by stale data. */
  changes: Change | readonly Change[];
  /** Writes the response to the cache before data is fetched again. */
  onSuccess?: (answer: A, values: V, client: QueryClient) => unknown;
  /** Whether the screen has its own message for every failure, so that there is no general toast. */
  quiet?: boolean;
  /** Whether it stays pending until the data on screen is fetched again, so that both update together. */
  waits?: boolean;
  /** Whether the response contains a secret: it is then removed from the cache when the component unmounts. */
  secret?: boolean;
}

/**
 * A change of the server's data. It ends as soon as the server has responded; stale data is fetched in the background.
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
      // The server rejected the values before it changed anything.
      if (error?.status === 422) return;
      const fetched = changed(client, ...[changes].flat());
      return waits && error?.status !== 0 ? fetched : undefined;
    },
  });
}
