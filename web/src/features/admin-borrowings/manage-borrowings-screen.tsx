import { useEffect } from "react";
import { type ApiError, messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import { useAllBorrowings } from "@/api/queries/borrowings.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { ListScreen } from "@/parts/list/list-screen.tsx";
import type { Sorting } from "@/ui/data-table.tsx";
import { Select } from "@/ui/select.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useBorrowingColumns } from "./borrowing-columns.tsx";
import { BulkReturn } from "./bulk-return.tsx";
import { DownloadBorrowings } from "./download-borrowings.tsx";

const VIEWS = ["all", "active", "overdue", "returned", "unpaid"] as const;
/** The filters of staff who may not read returned borrowings. Staff who record payments also see unpaid fines. */
const OPEN_VIEWS = ["open", "active", "overdue", "unpaid"] as const;
const SORTS = ["borrowedDate", "dueDate"] as const;
/** Each order has one direction: the latest borrowed first, or the longest due first. */
const DIRECTIONS = { borrowedDate: "descending", dueDate: "ascending" } as const;

/** Rows per page. */
const LIMIT = 25;

/** The borrowings of all people: borrowers, due dates, returns and fines. */
export default function ManageBorrowingsScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const may = useMay();
  const withReturned = may("read_any_history");
  const first = withReturned ? "all" : "open";
  const views = (withReturned ? VIEWS : OPEN_VIEWS).filter(
    (view) => view !== "unpaid" || withReturned || may("record_payment"),
  );
  const view = choiceOf(address.query, "status", views, first);
  const columns = useBorrowingColumns(view);
  // The longest overdue borrowings come first. The server has an index for this order.
  const usualSort = view === "overdue" ? "dueDate" : "borrowedDate";
  const sort = choiceOf(address.query, "sort", SORTS, usualSort);
  const sortBy = (by: string) => address.change({ sort: by === usualSort ? null : by, page: null });
  const sorting: Sorting = { by: sort, direction: DIRECTIONS[sort] };
  const { search, page } = address;
  const wanted = { search, sort, ...(view === "all" ? {} : { status: view }) };
  const borrowings = useAllBorrowings({ ...wanted, page, limit: LIMIT });
  useFailureToast(borrowings.error);

  const total = borrowings.data?.pagination.total ?? 0;
  return (
    <ListScreen
      name="borrowings"
      title={t("admin.borrowings.title")}
      lead={t("admin.borrowings.lead")}
      address={address}
      views={{
        label: t("admin.borrowings.views"),
        current: view,
        all: views.map((value) => ({ value, label: t(`admin.borrowings.${value}`) })),
        onView: (value) => address.change({ status: value === first ? null : value, page: null }),
      }}
      search={{
        label: t("admin.borrowings.search"),
        placeholder: t("admin.borrowings.searchHint"),
      }}
      filters={
        <div className="max-sm:flex-[1_1_9rem] sm:w-52">
          <Select
            hideLabel
            label={t("admin.borrowings.sort")}
            value={sort}
            onValueChange={sortBy}
            options={[
              { value: "borrowedDate", label: t("admin.borrowings.sortBorrowed") },
              { value: "dueDate", label: t("admin.borrowings.sortDue") },
            ]}
          />
        </div>
      }
      filtered={search !== "" || view !== first}
      cleared={{ search: null, status: null }}
      tools={total > 0 && may("export_borrowings") ? <DownloadBorrowings query={wanted} /> : null}
      list={borrowings}
      texts={{
        caption: t("admin.borrowings.caption"),
        found: (count, number) => t("admin.borrowings.found", { count, number }),
        failed: t("admin.borrowings.error"),
        failedText: t("admin.borrowings.failed"),
      }}
      empty={{ title: t("admin.borrowings.empty"), text: t("admin.borrowings.emptyText") }}
      nothing={() => ({
        title: t("admin.borrowings.empty"),
        text: (
          <>
            {t("admin.borrowings.emptyText")}
            {search === "" ? null : (
              <span className="block">{t("admin.nothingFor", { search })}</span>
            )}
          </>
        ),
      })}
      columns={columns}
      rowId={({ _id }) => _id}
      sorting={sorting}
      onSort={sortBy}
      bulk={
        may("return_any_borrowing")
          ? {
              labelOf: ({ book }) => t("list.selectRow", { name: book.title }),
              actions: (selection) => <BulkReturn selection={selection} />,
            }
          : undefined
      }
    />
  );
}

/** Shows each failure once in a toast, beside the message on the page. */
function useFailureToast(error: ApiError | null): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (error) notify.error(messageOf(error, t("admin.borrowings.failedToast")));
  }, [error, t]);
}
