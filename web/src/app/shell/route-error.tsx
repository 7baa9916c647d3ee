import { useLocation, useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { ErrorState } from "@/ui/states.tsx";

/**
 * Replaces a screen that failed, or whose route failed to load. Opening it again helps after a lost
 * connection; reloading the page helps in other cases.
 */
export function RouteError() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  return (
    <div className="flex flex-col items-center pb-16">
      <ErrorState
        title={t("common.crash.title")}
        text={t("common.crash.text")}
        onRetry={() => void navigate({ pathname, search, hash }, { replace: true, state })}
      />
      <Button variant="ghost" onClick={() => location.reload()}>
        {t("common.reload")}
      </Button>
    </div>
  );
}
