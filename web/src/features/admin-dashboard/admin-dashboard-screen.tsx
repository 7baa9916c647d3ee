import { messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import { useLibrary } from "@/api/queries/library.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { Attention } from "./attention.tsx";
import { Charts } from "./charts/charts.tsx";
import { isNew } from "./first-steps.ts";
import { Metrics } from "./metrics.tsx";
import { MostBorrowed, MostBorrowedSkeleton } from "./most-borrowed.tsx";
import { useStats } from "./queries.ts";
import { QuickLinks } from "./quick-links.tsx";
import { RecentBorrowings } from "./recent-borrowings.tsx";

// Only new libraries need this code.
const FirstStepsCard = onDemand(async () => (await import("./first-steps-card.tsx")).default);

/** The library's totals and reports, with links to the management screens. */
export default function AdminDashboardScreen() {
  const { t } = useTranslation();
  const stats = useStats();
  const may = useMay();
  // The demo has its own books and people.
  const { demo } = useLibrary();
  const mayHelp = may("manage_settings") && demo === null;
  return (
    <Page>
      <DocumentTitle title={t("admin.dashboard.title")} />
      <PageHeader title={t("admin.dashboard.title")} lead={t("admin.dashboard.lead")} />
      {stats.isError ? (
        <ErrorState
          compact
          title={t("admin.dashboard.failed")}
          text={messageOf(stats.error, "")}
          onRetry={() => void stats.refetch()}
          retrying={stats.isFetching}
        />
      ) : (
        <Metrics stats={stats.data} />
      )}
      {stats.data && mayHelp && isNew(stats.data) ? <FirstStepsCard stats={stats.data} /> : null}
      <div className="grid items-start gap-8 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-10">
        {/* The work that waits comes first. */}
        <div className="min-w-0">
          <Attention />
        </div>
        <div className="lg:row-span-2">
          <QuickLinks />
        </div>
        <div className="min-w-0 lg:col-start-1">
          {may("read_any_borrowing") ? <RecentBorrowings /> : null}
        </div>
      </div>
      {stats.data ? <MostBorrowed books={stats.data.mostBorrowedBooks} /> : null}
      {stats.isPending ? <MostBorrowedSkeleton /> : null}
      <Charts />
    </Page>
  );
}
