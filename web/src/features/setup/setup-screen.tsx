import { Navigate, useLocation } from "react-router";
import { UNKNOWN_LIBRARY, useLibraryQuery } from "@/api/queries/library.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { PageSpinner } from "@/ui/spinner.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { NextSteps } from "./next-steps.tsx";
import { NotSetUp } from "./not-set-up.tsx";
import { useSetUp, useSetupLink } from "./queries.ts";
import { SetupWizard } from "./setup-wizard.tsx";

/**
 * `/setup`: sets up the library with the link that the server printed; without it, explains where to find the link. The
 * token is in the fragment, so that no server or proxy logs it, and stays in the address, so that a reload keeps it.
 * Waits until it is known whether the library is set up, because a wrong guess would redirect and lose the token.
 */
export default function SetupScreen() {
  const { t } = useTranslation();
  const { data: library, isError, isFetching, refetch } = useLibraryQuery();
  const token = useLocation().hash.slice(1);
  const link = useSetupLink(token, library?.isSetUp ?? true);
  const setUp = useSetUp();
  if (!library) {
    return isError ? (
      <ErrorState
        title={t("setup.unreachable")}
        text={t("common.offline")}
        onRetry={() => void refetch()}
        retrying={isFetching}
        headingLevel={1}
      />
    ) : (
      <PageSpinner libraryName={UNKNOWN_LIBRARY.name} />
    );
  }
  if (library.isSetUp) return setUp.isIdle ? <Navigate to="/" replace /> : <NextSteps />;
  if (token === "") return <NotSetUp />;
  if (link.data) {
    return <SetupWizard token={token} currencies={link.data.currencies} setUp={setUp} />;
  }
  if (link.isError) {
    return link.error.status === 404 ? (
      <NotSetUp expired />
    ) : (
      <ErrorState
        title={t("setup.loadFailed")}
        text={link.error.message}
        onRetry={() => void link.refetch()}
        retrying={link.isFetching}
        headingLevel={1}
      />
    );
  }
  return <PageSpinner libraryName={library.name} />;
}
