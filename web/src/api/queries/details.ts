import { call } from "../client.ts";
import { useSessionStore } from "../session/session-context.tsx";
import type { DetailsChange } from "../shapes.ts";
import { useChange } from "../use-change.ts";

/** Changes the person's own details; the session uses the server's response. */
export function useUpdateDetails() {
  const session = useSessionStore();
  return useChange({
    call: (changes: DetailsChange) => call("PUT", "/auth/updatedetails", { body: changes }),
    changes: "profile",
    onSuccess: ({ data }) => session.profileUpdated(data),
  });
}
