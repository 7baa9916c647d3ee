import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { setOutageWords, setUnreachableAdvice } from "@/api/errors.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { createQueryClient } from "@/api/query-client.ts";
import { SessionProvider, useSession } from "@/api/session/session-context.tsx";
import type { SessionStore } from "@/api/session/session-store.ts";
import { FormatProvider } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ForeignCoversContext } from "@/ui/cover/foreign-covers.ts";
import { SiteNameContext } from "@/ui/document-title.tsx";
import { LinkProvider } from "@/ui/link.tsx";
import { PageSpinner } from "@/ui/spinner.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { ToastOutlet } from "@/ui/toast/toast-outlet.tsx";
import { TooltipLayer } from "@/ui/tooltip.tsx";
import { Confirmation } from "./confirmation/confirmation.tsx";
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
  const [queryClient] = useState(() =>
    createQueryClient({
      forbidden: () => notify.error(t("common.forbidden")),
      serverError: () => notify.error(t("common.serverError")),
    }),
  );
  useEffect(() => setUnreachableAdvice(t("common.offline")), [t]);
  useEffect(() => setOutageWords(t("common.outage")), [t]);
  useEffect(() => forgetPerson(session, queryClient), [session, queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider store={session}>
        <Furnished router={router} />
      </SessionProvider>
    </QueryClientProvider>
  );
}

function Furnished({ router }: { router: DataRouter }) {
  const library = useLibrary();
  const { started, unreachable } = useSession();
  return (
    <SiteNameContext value={library.name}>
      <ForeignCoversContext value={library.coversFromOtherSites}>
        <FormatProvider timeZone={library.timeZone} currency={library.currency}>
          <LinkProvider component={RouterLink}>
            {started ? (
              <RouterProvider router={router} />
            ) : unreachable ? (
              <Unreachable />
            ) : (
              <PageSpinner libraryName={library.name} />
            )}
            <Confirmation />
            <ToastOutlet />
            <TooltipLayer />
          </LinkProvider>
        </FormatProvider>
      </ForeignCoversContext>
    </SiteNameContext>
  );
}
