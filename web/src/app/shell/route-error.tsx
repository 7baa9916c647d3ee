import { useTranslation } from "@/lib/i18n/index.ts";
import { ErrorState } from "@/ui/states.tsx";

/** A screen that failed, or whose code could not be loaded: a reload helps in both cases. */
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
