import type { Query, QueryClient } from "@tanstack/react-query";
import { libraryKeys } from "@/api/keys/library.ts";
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
    const isOfPerson = (query: Query) => query.queryKey[0] !== libraryKeys.details[0];
    if (isLeft && now !== null) {
      // Screens stay open, and would keep what a removed query had.
      queryClient.removeQueries({ type: "inactive", predicate: isOfPerson });
      void queryClient.resetQueries({ predicate: isOfPerson });
    } else {
      queryClient.removeQueries({ predicate: isOfPerson });
    }
    if (isLeft) notify.dismiss(() => true);
  });
}
