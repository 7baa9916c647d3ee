import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { CONFIRMATION_NEEDED } from "./confirmation.ts";
import { ApiError } from "./errors.ts";

/** Milliseconds for which a response counts as fresh. */
export const STALE_MS = 300_000;

interface Announcements {
  /** A call was refused with 403. */
  forbidden: () => void;
  /** A call failed with 500 or above. */
  serverError: () => void;
}

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError;
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

/**
 * The query client with the specification's defaults. The caches show a toast once per failure, after the retry; not
 * for a query or mutation with `meta.quiet`.
 */
export function createQueryClient(announce: Announcements): QueryClient {
  const tell = (error: unknown, quiet: boolean | undefined) => {
    if (quiet || !(error instanceof ApiError)) return;
    // The person canceled the confirmation, and the screen says so.
    if (error.code === CONFIRMATION_NEEDED) return;
    if (error.status === 403) announce.forbidden();
    else if (error.status >= 500) announce.serverError();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta?.quiet) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => tell(error, mutation.meta?.quiet),
    }),
    defaultOptions: {
      // Without a connection a call fails at once: a paused call would take effect later, when another page is open.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        retry: retryOnce,
        refetchOnWindowFocus: false,
        staleTime: STALE_MS,
      },
    },
  });
}

/** One retry, except for failures that a retry cannot fix. */
function retryOnce(failures: number, error: unknown): boolean {
  const answered = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !answered && failures < 1;
}
