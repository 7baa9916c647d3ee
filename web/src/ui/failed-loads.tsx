import { useEffect, useSyncExternalStore } from "react";
import {
  dismissFailedLoads,
  hasFailedLoads,
  onFailedLoadsChange,
  retryFailedLoads,
} from "@/lib/failed-loads.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "./button.tsx";

/** Shows that a part of the page failed to load, and offers a retry. Its own code is part of the first load. */
export function FailedLoads() {
  const { t } = useTranslation();
  const isShown = useSyncExternalStore(onFailedLoadsChange, hasFailedLoads);
  useEffect(() => {
    window.addEventListener("online", retryFailedLoads);
    return () => window.removeEventListener("online", retryFailedLoads);
  }, []);
  return (
    // A live region must exist before its text, so that screen readers read it.
    <div
      aria-live="assertive"
      className="pointer-events-none fixed inset-x-0 bottom-18 z-80 flex justify-center px-4 sm:bottom-6"
    >
      {isShown ? (
        <div className="pointer-events-auto flex max-w-measure flex-wrap items-center gap-3 rounded-card border border-line bg-raised p-3 ps-4 text-md shadow-float">
          <p>{t("common.partFailed")}</p>
          <div className="ms-auto flex gap-2">
            <Button size="sm" onClick={retryFailedLoads}>
              {t("common.retry")}
            </Button>
            <Button size="sm" variant="secondary" onClick={dismissFailedLoads}>
              {t("common.close")}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
