import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { StatusBadge } from "@/ui/badge.tsx";
import { type Column, DataTable } from "@/ui/data-table.tsx";
import { Fine } from "@/ui/fine.tsx";
import { Link } from "@/ui/link.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { BorrowingActions } from "./borrowing-actions.tsx";
import { isPastDue } from "./past-due.ts";

/** The specification's five columns, and the actions. */
export function BorrowingsTable({ rows, stale }: { rows: readonly Borrowing[]; stale: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.today();
  const columns: Column<Borrowing>[] = [
    {
      id: "book",
      header: t("admin.borrowings.book"),
      isRowHeader: true,
      cell: ({ book }) => (
        <span className="block min-w-40 max-w-md text-start">
          <Link
            to={`/books/${book._id}`}
            className="line-clamp-2 w-fit max-w-full rounded-chip font-medium font-serif text-base leading-snug hover:text-primary"
          >
            <span dir="auto">{book.title}</span>
          </Link>{" "}
          <span className="line-clamp-1 text-muted" dir="auto">
            {t("admin.borrowings.by", { author: book.author })}
          </span>
        </span>
      ),
    },
    {
      id: "borrower",
      header: t("admin.borrowings.borrower"),
      cell: ({ user }) =>
        user === null ? (
          <span className="text-subtle">{t("admin.users.formerPerson")}</span>
        ) : (
          <span className="block max-w-72 max-sm:ms-auto">
            <Link
              to={`/admin/users?user=${user._id}`}
              className="inline-block max-w-full truncate rounded-chip align-bottom font-medium hover:text-primary"
            >
              <span dir="auto">{user.name}</span>
            </Link>{" "}
            <span className="block truncate text-muted text-sm">({user.email})</span>
          </span>
        ),
    },
    {
      id: "borrowed",
      header: t("admin.borrowings.borrowed"),
      cell: ({ borrowedDate }) => (
        <span className="whitespace-nowrap">
          {borrowedDate ? format.dateTime(borrowedDate) : t("common.notAvailable")}
        </span>
      ),
    },
    {
      id: "due",
      header: t("admin.borrowings.due"),
      cell: (borrowing) => (
        <span
          className={`whitespace-nowrap ${isPastDue(borrowing, today) ? "font-semibold text-danger" : ""}`}
        >
          {borrowing.dueOn ? format.date(borrowing.dueOn) : t("common.notAvailable")}
        </span>
      ),
    },
    {
      id: "status",
      header: t("admin.borrowings.status"),
      cell: (borrowing) => (
        <span className="flex flex-col items-start gap-1 max-sm:items-end">
          <StatusBadge status={borrowing.status} />
          {borrowing.fineAmount > 0 ? <Fine staff fine={borrowing} /> : null}
        </span>
      ),
    },
    {
      id: "actions",
      header: t("admin.borrowings.actions"),
      hideHeader: true,
      align: "end",
      cell: (borrowing) => <BorrowingActions borrowing={borrowing} />,
    },
  ];
  return (
    <DataTable
      caption={t("admin.borrowings.caption")}
      columns={columns}
      rows={rows}
      rowId={(row) => row._id}
      stale={stale}
    />
  );
}

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** The table while its rows are loading. */
export function BorrowingsTableSkeleton() {
  return (
    <Loading>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center gap-6 px-4 py-4">
            <div className="flex flex-[2] flex-col gap-2">
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-3.5 w-2/5" />
            </div>
            <Skeleton className="h-4 flex-1 max-sm:hidden" />
            <Skeleton className="h-4 w-28 max-lg:hidden" />
            <Skeleton className="h-4 w-20 max-lg:hidden" />
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
