import type { QueryClient } from "@tanstack/react-query";
import type { SessionStore } from "@/api/session/session-store.ts";
import { notify } from "@/ui/toast/notify.ts";

/**
 * Removes one person's cached responses and notes as soon as another person signs in or the session ends. The data of the
 * library stays.
 *
 * @returns a function that stops it
 */
export function forgetPerson(session: SessionStore, queryClient: QueryClient): () => void {
  let known = session.get().user?._id ?? null;
  return session.subscribe(() => {
    const { user, loading } = session.get();
    const now = user?._id ?? null;
    if (loading || now === known) return;
    const isLeft = known !== null;
    known = now;
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "library" });
    if (isLeft) notify.dismiss(() => true);
  });
}
