import type { QueryClient } from "@tanstack/react-query";
import type { SessionStore } from "@/api/session/session-store.ts";

/**
 * Drops what the server told one person as soon as another, or nobody, is signed in. What belongs
 * to the library itself stays.
 *
 * @returns the way to stop
 */
export function forgetPerson(session: SessionStore, queryClient: QueryClient): () => void {
  let known = session.get().user?._id ?? null;
  return session.subscribe(() => {
    const { user, loading } = session.get();
    const now = user?._id ?? null;
    if (loading || now === known) return;
    known = now;
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "library" });
  });
}
