import { useTranslation } from "@/lib/i18n/index.ts";
import { ErrorState } from "@/ui/states.tsx";

/** A screen that broke, or whose code could not be fetched: reloading is the way out of both. */
export function RouteError() {
  const { t } = useTranslation();
  return (
    <ErrorState
      title={t("common.loadError")}
      onRetry={() => {
        location.reload();
      }}
    />
  );
}
