import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSessionStore } from "@/api/session/session-context.tsx";
import { whenIdle } from "@/lib/idle.ts";

/** Keeps the screens of a person up to date with the server. Its code is fetched once the page is shown. */
export function useLiveChanges(personId: string): void {
  const client = useQueryClient();
  const session = useSessionStore();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let hasLeft = false;
    const follow = async () => {
      const { followChanges } = await import("@/api/live/follow-changes.ts");
      if (hasLeft) return;
      stop = followChanges(client, { personId, onPermissions: () => void session.reload() });
    };
    // Screens work without it; they then show changes when they are loaded again.
    const cancel = whenIdle(() => void follow().catch(() => {}));
    return () => {
      hasLeft = true;
      cancel();
      stop?.();
    };
  }, [client, session, personId]);
}
