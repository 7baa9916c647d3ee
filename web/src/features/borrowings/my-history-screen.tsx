import { useRef } from "react";
import { useMyHistory } from "@/api/queries/borrowings.ts";
import type { HistoryAnswer } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { ListContent } from "@/parts/list/list-content.tsx";

import { TableSkeleton } from "@/parts/list/table-skeleton.tsx";
import { useRowKeys } from "@/parts/list/use-row-keys.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { DataTable } from "@/ui/data-table.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Select } from "@/ui/select.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { DownloadHistory } from "./download-history.tsx";
import { useHistoryColumns } from "./history-columns.tsx";
import { historyQuery, PAGE_SIZE, readFilters, STATUSES, yearsToOffer } from "./history-filters.ts";

import { HistoryTotals } from "./history-totals.tsx";
import { MyCharges } from "./my-charges.tsx";

/** All borrowings of the person, with totals, filters by year and status, and a download. */
export default function MyHistoryScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const filters = readFilters(address.query);
  const history = useMyHistory({ ...historyQuery(filters), page: filters.page, limit: PAGE_SIZE });
  const totals = history.data?.totals;
  const never = totals?.borrowings === 0;
  const nothing = {
    title: t("borrowings.history.nothingTitle"),
    text: t("borrowings.history.nothingText"),
  };

  return (
    <Page>
      <DocumentTitle title={t("borrowings.history.title")} />
      <PageHeader
        title={t("borrowings.history.title")}
        lead={t("borrowings.history.lead")}
        actions={totals && !never ? <DownloadHistory filters={filters} /> : undefined}
      />
      {never ? (
        <>
          <MyCharges />
          <Card>
            <EmptyState
              title={t("borrowings.history.emptyTitle")}
              text={t("borrowings.history.emptyText")}
              action={<ButtonLink to="/books">{t("borrowings.current.browse")}</ButtonLink>}
            />
          </Card>
        </>
      ) : (
        <>
          {history.isError && !totals ? null : <HistoryTotals totals={totals} />}
          <MyCharges />
          <Section
            title={t("borrowings.history.list")}
            action={
              <div className="fit-grid gap-2 max-sm:w-full sm:grid-cols-2">
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
            <ListContent
              list={history}
              headingLevel={3}
              failed={t("borrowings.history.failed")}
              skeleton={<TableSkeleton columns={6} label={t("borrowings.history.loading")} />}
              empty={nothing}
              nothing={{
                ...nothing,
                onClear: () => address.change({ year: null, status: null, page: null }),
              }}
              found={(count, number) => t("borrowings.history.count", { count, number })}
              onPage={address.goToPage}
            >
              {({ data, ratings }, { stale }) => (
                <HistoryTable borrowings={data} ratings={ratings} stale={stale} />
              )}
            </ListContent>
          </Section>
        </>
      )}
    </Page>
  );
}

function HistoryTable({
  borrowings,
  ratings,
  stale,
}: {
  borrowings: HistoryAnswer["data"];
  ratings: HistoryAnswer["ratings"];
  stale: boolean;
}) {
  const { t } = useTranslation();
  const columns = useHistoryColumns(ratings);
  const element = useRef<HTMLDivElement>(null);
  useRowKeys(element, {});
  return (
    <div ref={element}>
      <DataTable
        caption={t("borrowings.history.list")}
        columns={columns}
        rows={borrowings}
        rowId={({ _id }) => _id}
        stale={stale}
      />
    </div>
  );
}
