import { Search } from "lucide-react";
import { messageOf } from "@/api/errors.ts";
import { useMyHistory } from "@/api/queries/borrowings.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { PastTheEnd } from "@/ui/past-the-end.tsx";
import { Select } from "@/ui/select.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { DownloadHistory } from "./download-history.tsx";
import { historyQuery, PAGE_SIZE, readFilters, STATUSES, yearsToOffer } from "./history-filters.ts";
import { HistorySkeleton } from "./history-skeleton.tsx";
import { HistoryTable } from "./history-table.tsx";
import { HistoryTotals } from "./history-totals.tsx";

/** Every borrowing of the person, with sums, by year and status, and as a file. */
export default function MyHistoryScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const address = useAddress();
  const filters = readFilters(address.query);
  const history = useMyHistory({ ...historyQuery(filters), page: filters.page, limit: PAGE_SIZE });
  const totals = history.data?.totals;
  const total = history.data?.pagination.total;
  const never = totals?.borrowings === 0;

  return (
    <Page>
      <DocumentTitle title={t("borrowings.history.title")} />
      <PageHeader
        title={t("borrowings.history.title")}
        lead={t("borrowings.history.lead")}
        actions={totals && !never ? <DownloadHistory filters={filters} /> : undefined}
      />
      {never ? (
        <Card>
          <EmptyState
            title={t("borrowings.history.emptyTitle")}
            text={t("borrowings.history.emptyText")}
            action={<ButtonLink to="/books">{t("borrowings.current.browse")}</ButtonLink>}
          />
        </Card>
      ) : (
        <>
          {history.isError && !totals ? null : <HistoryTotals totals={totals} />}
          <Section
            title={t("borrowings.history.list")}
            action={
              <div className="grid grid-cols-2 gap-2 max-sm:w-full">
                <div className="sm:w-32">
                  <Select
                    hideLabel
                    label={t("borrowings.history.year")}
                    value={filters.year === null ? "" : String(filters.year)}
                    options={[
                      { value: "", label: t("borrowings.history.anyYear") },
                      ...yearsToOffer(totals?.years ?? [], filters.year).map((year) => ({
                        value: String(year),
                        label: String(year),
                      })),
                    ]}
                    onValueChange={(year) => address.change({ year, page: null })}
                  />
                </div>
                <div className="sm:w-36">
                  <Select
                    hideLabel
                    label={t("borrowings.history.status")}
                    value={filters.status}
                    options={[
                      { value: "any", label: t("borrowings.history.anyStatus") },
                      ...STATUSES.map((value) => ({ value, label: t(`common.status.${value}`) })),
                    ]}
                    onValueChange={(status) =>
                      address.change({ status: status === "any" ? null : status, page: null })
                    }
                  />
                </div>
              </div>
            }
          >
            <LiveRegion>
              {total === undefined
                ? ""
                : t("borrowings.history.count", { count: total, number: format.count(total) })}
            </LiveRegion>
            <List
              history={history}
              onPage={address.goToPage}
              onClear={() => address.change({ year: null, status: null, page: null })}
            />
          </Section>
        </>
      )}
    </Page>
  );
}

function List({
  history,
  onPage,
  onClear,
}: {
  history: ReturnType<typeof useMyHistory>;
  onPage: (page: number) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  if (!history.data) {
    if (!history.error) return <HistorySkeleton />;
    return (
      <Card>
        <ErrorState
          headingLevel={3}
          title={t("borrowings.history.failed")}
          text={messageOf(history.error, "")}
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
        />
      </Card>
    );
  }
  const { data: borrowings, pagination } = history.data;
  if (borrowings.length === 0) {
    return (
      <Card>
        {pagination.total > 0 ? (
          <PastTheEnd headingLevel={3} onFirstPage={() => onPage(1)} />
        ) : (
          <EmptyState
            headingLevel={3}
            icon={<Search />}
            title={t("borrowings.history.nothingTitle")}
            text={t("borrowings.history.nothingText")}
            action={
              <Button variant="secondary" onClick={onClear}>
                {t("borrowings.history.clear")}
              </Button>
            }
          />
        )}
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-6" aria-busy={history.isPlaceholderData}>
      <HistoryTable
        borrowings={borrowings}
        ratings={history.data.ratings}
        stale={history.isPlaceholderData}
      />
      <Pagination
        page={pagination.page}
        pages={pagination.pages}
        total={pagination.total}
        limit={PAGE_SIZE}
        pending={history.isPlaceholderData}
        onPage={onPage}
      />
    </div>
  );
}
