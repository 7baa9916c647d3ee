import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { setOutageWords, setUnreachableAdvice } from "@/api/errors.ts";
import { UNKNOWN_LIBRARY, useLibraryQuery } from "@/api/queries/library.ts";
import { createQueryClient } from "@/api/query-client.ts";
import { SessionProvider, useSession } from "@/api/session/session-context.tsx";
import type { SessionStore } from "@/api/session/session-store.ts";
import { FormatProvider } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ForeignCoversContext } from "@/ui/cover/foreign-covers.ts";
import { Direction } from "@/ui/direction.tsx";
import { SiteNameContext } from "@/ui/document-title.tsx";
import { FailedLoads } from "@/ui/failed-loads.tsx";
import { LinkProvider } from "@/ui/link.tsx";
import { PageSpinner } from "@/ui/spinner.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { ToastOutlet } from "@/ui/toast/toast-outlet.tsx";
import { TooltipLayer } from "@/ui/tooltip.tsx";
import { Confirmation } from "./confirmation/confirmation.tsx";
import { followLanguages } from "./follow-languages.ts";
import { forgetPerson } from "./forget-person.ts";
import { RouterLink } from "./router-link.tsx";
import { Unreachable } from "./unreachable.tsx";

interface AppProps {
  session: SessionStore;
  router: DataRouter;
}

/** The providers of all screens: session, server state, formats, links, toasts. */
export function App({ session, router }: AppProps) {
  const { t } = useTranslation();
  // The client is kept for the life of the page, also when the language changes.
  const translate = useRef(t);
  useEffect(() => {
    translate.current = t;
  }, [t]);
  const [queryClient] = useState(() =>
    createQueryClient({
      forbidden: () => notify.error(translate.current("common.forbidden")),
      serverError: () => notify.error(translate.current("common.serverError")),
    }),
  );
  useEffect(() => setUnreachableAdvice(t("common.offline")), [t]);
  useEffect(() => setOutageWords(t("common.outage")), [t]);
  useEffect(() => forgetPerson(session, queryClient), [session, queryClient]);
  useEffect(() => followLanguages(session, queryClient), [session, queryClient]);
  return (
    <Direction>
      <QueryClientProvider client={queryClient}>
        <SessionProvider store={session}>
          <WithLibrary router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </Direction>
  );
}

function WithLibrary({ router }: { router: DataRouter }) {
  const known = useLibraryQuery().data;
  const library = known ?? UNKNOWN_LIBRARY;
  const { started, unreachable, user } = useSession();
  // The screens of a person show dates and amounts, so they wait for the library's zone and currency.
  const isReady = started && (user === null || known !== undefined);
  return (
    <SiteNameContext value={library.name}>
      <ForeignCoversContext value={library.coversFromOtherSites}>
        <FormatProvider timeZone={library.timeZone} currency={library.currency}>
          <LinkProvider component={RouterLink}>
            {isReady ? (
              <RouterProvider router={router} />
            ) : !started && unreachable ? (
              <Unreachable />
            ) : (
              <PageSpinner libraryName={library.name} />
            )}
            <Confirmation />
            <FailedLoads />
            <ToastOutlet />
            <TooltipLayer />
          </LinkProvider>
        </FormatProvider>
      </ForeignCoversContext>
    </SiteNameContext>
  );
}
