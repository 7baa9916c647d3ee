import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import type { Failure } from "./use-attempt.ts";

/**
 * Why the last attempt failed, above the form. It takes the focus, unless a field is to blame: then
 * the focus is there.
 */
export function FailureBanner({ failure, action }: { failure: Failure; action?: ReactNode }) {
  const { t } = useTranslation();
  const unreachable = failure.error.status === 0;
  return (
    <Banner tone="danger" focus={failure.error.errors.length === 0}>
      <p className="font-medium">{failure.message}</p>
      {unreachable ? <p>{t("common.offline")}</p> : null}
      {action ? <p className="mt-1">{action}</p> : null}
    </Banner>
  );
}
