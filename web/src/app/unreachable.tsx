import { useEffect, useState } from "react";
import { useSession, useSessionStore } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { ErrorState } from "@/ui/states.tsx";

/** Milliseconds until the first automatic retry; doubled for each further one. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** Replaces the app while the stored session cannot be checked; retries automatically. */
export function Unreachable() {
  const { t } = useTranslation();
  const store = useSessionStore();
  const { error, loading } = useSession();
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (loading) return;
    const retry = () => {
      setAttempts((count) => count + 1);
      void store.start();
    };
    const timer = setTimeout(retry, Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS));
    window.addEventListener("online", retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", retry);
    };
  }, [attempts, loading, store]);
  return (
    <main className="flex min-h-svh flex-col items-center justify-center">
      <DocumentTitle title={error ?? ""} />
      <ErrorState
        headingLevel={1}
        title={error ?? ""}
        text={t("common.unreachable")}
        onRetry={() => void store.start()}
        retrying={loading}
      />
    </main>
  );
}
