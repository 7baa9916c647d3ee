import { useEffect } from "react";
import { type ApiError, messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import { useAllBorrowings } from "@/api/queries/borrowings.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { PastTheEnd } from "@/ui/past-the-end.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { Select } from "@/ui/select.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { BorrowingsEmpty } from "./borrowings-empty.tsx";
import { BorrowingsTable, BorrowingsTableSkeleton } from "./borrowings-table.tsx";
import { DownloadBorrowings } from "./download-borrowings.tsx";

const VIEWS = ["all", "active", "overdue", "returned", "unpaid"] as const;
/** For staff who may not read what people have returned. Staff who record payments see unpaid fines too. */
const OPEN_VIEWS = ["open", "active", "overdue", "unpaid"] as const;
const SORTS = ["borrowedDate", "dueDate"] as const;

/** Rows a page. */
const LIMIT = 25;

/** The borrowings of all people: borrowers, due dates, returns and fines. */
export default function ManageBorrowingsScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const address = useAddress();
  const may = useMay();
  const withReturned = may("read_any_history");
  const first = withReturned ? "all" : "open";
  const views = (withReturned ? VIEWS : OPEN_VIEWS).filter(
    (view) => view !== "unpaid" || withReturned || may("record_payment"),
  );
  const view = choiceOf(address.query, "status", views, first);
  // The longest overdue need attention first. The server has an index for this order.
  const usualSort = view === "overdue" ? "dueDate" : "borrowedDate";
  const sort = choiceOf(address.query, "sort", SORTS, usualSort);
  const { search, page } = address;
  const wanted = { search, sort, ...(view === "all" ? {} : { status: view }) };
  const borrowings = useAllBorrowings({ ...wanted, page, limit: LIMIT });
  useFailureToast(borrowings.error);

  const { data, isPlaceholderData } = borrowings;
  const total = data?.pagination.total ?? 0;
  return (
    <Page>
      <DocumentTitle title={t("admin.borrowings.title")} />
      <PageHeader title={t("admin.borrowings.title")} lead={t("admin.borrowings.lead")} />
      <Tabs
        label={t("admin.borrowings.views")}
        value={view}
        onValueChange={(value) =>
          address.change({ status: value === first ? null : value, page: null })
        }
        tabs={views.map((value) => ({
          value,
          label: t(`admin.borrowings.${value}`),
        }))}
      >
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-0 flex-[1_1_18rem] sm:max-w-md">
              <SearchBox
                main
                label={t("admin.borrowings.search")}
                placeholder={t("admin.borrowings.searchHint")}
                value={search}
                onSearch={address.searchFor}
                pending={search !== "" && borrowings.isFetching && isPlaceholderData}
              />
            </div>
            <div className="w-full sm:w-52">
              <Select
                hideLabel
                label={t("admin.borrowings.sort")}
                value={sort}
                onValueChange={(value) =>
                  address.change({ sort: value === usualSort ? null : value, page: null })
                }
                options={[
                  { value: "borrowedDate", label: t("admin.borrowings.sortBorrowed") },
                  { value: "dueDate", label: t("admin.borrowings.sortDue") },
                ]}
              />
            </div>
            {total > 0 && may("export_borrowings") ? <DownloadBorrowings query={wanted} /> : null}
          </div>
          <LiveRegion>
            {data && !isPlaceholderData
              ? t("admin.borrowings.found", { count: total, number: format.count(total) })
              : ""}
          </LiveRegion>
          {borrowings.isError ? (
            <ErrorState
              title={t("admin.borrowings.error")}
              text={messageOf(borrowings.error, t("admin.borrowings.failed"))}
              onRetry={() => void borrowings.refetch()}
              retrying={borrowings.isFetching}
            />
          ) : data === undefined ? (
            <BorrowingsTableSkeleton />
          ) : total > 0 && data.data.length === 0 ? (
            <PastTheEnd onFirstPage={() => address.goToPage(1)} />
          ) : data.data.length === 0 ? (
            <BorrowingsEmpty
              search={search}
              filtered={search !== "" || view !== first}
              onClear={() => address.change({ search: null, status: null, page: null })}
            />
          ) : (
            <BorrowingsTable rows={data.data} stale={isPlaceholderData} />
          )}
          {data && !borrowings.isError ? (
            <Pagination
              {...data.pagination}
              onPage={address.goToPage}
              pending={isPlaceholderData}
            />
          ) : null}
        </div>
      </Tabs>
    </Page>
  );
}

/** Shows each failure once in a toast, beside the message on the page. */
function useFailureToast(error: ApiError | null): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (error) notify.error(messageOf(error, t("admin.borrowings.failedToast")));
  }, [error, t]);
}
