import type { Query, QueryClient } from "@tanstack/react-query";
import { libraryKeys } from "@/api/keys/library.ts";
import type { SessionStore } from "@/api/session/session-store.ts";
import { notify } from "@/ui/toast/notify.ts";

/**
 * Removes a person's cached responses and toasts when the session ends or another person signs in. The data of the
 * library is kept.
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
      // Open screens would keep the data of a removed query.
      queryClient.removeQueries({ type: "inactive", predicate: isOfPerson });
      void queryClient.resetQueries({ predicate: isOfPerson });
    } else {
      queryClient.removeQueries({ predicate: isOfPerson });
    }
    if (isLeft) notify.dismiss(() => true);
  });
}
