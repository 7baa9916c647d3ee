import { useLocation, useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ClosableBanner } from "@/ui/closable-banner.tsx";

/** Explains why the dashboard is shown instead of the requested page. */
export function RefusedPageNotice({ path }: { path: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <div className="page-gutter mx-auto w-full max-w-page pt-4">
      <ClosableBanner
        tone="info"
        message={t("profile.refusedPage.title")}
        onClose={() => void navigate({ pathname, search }, { replace: true, state: null })}
      >
        <p className="font-medium">{t("profile.refusedPage.title")}</p>
        <p className="break-words">{t("profile.refusedPage.text", { path })}</p>
      </ClosableBanner>
    </div>
  );
}
