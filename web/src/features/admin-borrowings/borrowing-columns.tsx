import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BorrowingButtons } from "@/parts/borrowings/borrowing-buttons.tsx";
import { Fine } from "@/parts/borrowings/fine.tsx";
import { StatusBadge } from "@/ui/badge.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { Link } from "@/ui/link.tsx";
import { isPastDue } from "./past-due.ts";

/** A list of Manage Borrowings. */
type View = "all" | "open" | "active" | "overdue" | "returned" | "unpaid";

/**
 * The specification's five columns and the actions; in the list of overdue borrowings also the days late, and in that of
 * returned ones the return date.
 */
export function useBorrowingColumns(view: View): readonly Column<Borrowing>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const today = format.today();
  const daysLate: Column<Borrowing> = {
    id: "daysLate",
    header: t("admin.borrowings.daysLate"),
    align: "end",
    cell: ({ daysOverdue }) => (
      <span className="whitespace-nowrap font-semibold text-danger">
        <span className="max-sm:hidden">{format.count(daysOverdue)}</span>
        <span className="sm:hidden">{t("admin.users.daysLate", { count: daysOverdue })}</span>
      </span>
    ),
  };
  const returned: Column<Borrowing> = {
    id: "returned",
    header: t("admin.borrowings.returned"),
    cell: ({ returnedDate }) => (
      <span className="whitespace-nowrap">
        {returnedDate ? format.date(returnedDate) : t("common.notAvailable")}
      </span>
    ),
  };
  return [
    {
      id: "book",
      header: t("admin.borrowings.book"),
      isRowHeader: true,
      cell: ({ book }) => (
        <span className="block min-w-32 max-w-sm text-start leading-tight max-sm:truncate">
          <Link
            to={pathTo("/books/:id", { id: book._id })}
            className="rounded-chip font-medium font-serif text-base hover:text-primary sm:line-clamp-1 sm:w-fit sm:max-w-full sm:leading-snug"
          >
            <span dir="auto">{book.title}</span>
          </Link>{" "}
          <span className="text-muted text-sm sm:line-clamp-1" dir="auto">
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
          <span className="block max-w-60 leading-tight max-2xl:max-w-26 max-sm:max-w-32 max-sm:truncate">
            <Link
              to={pathTo("/admin/users", { user: user._id })}
              dir="auto"
              className="inline-block max-w-full truncate rounded-chip align-bottom font-medium hover:text-primary"
            >
              {user.name}
            </Link>{" "}
            <span
              className="page-start block truncate text-muted text-sm max-sm:sr-only"
              dir="auto"
            >
              ({user.email})
            </span>
          </span>
        ),
    },
    {
      id: "borrowed",
      header: t("admin.borrowings.borrowed"),
      sortBy: "borrowedDate",
      phone: "hidden",
      cell: ({ borrowedDate, copy }) => (
        <span className="block leading-tight max-2xl:max-w-28 max-sm:max-w-none max-sm:whitespace-nowrap">
          {borrowedDate ? format.dateTime(borrowedDate) : t("common.notAvailable")}{" "}
          <span className="block whitespace-nowrap text-muted text-xs">
            <span className="sr-only">{t("admin.copies.barcode")}: </span>
            {copy.barcode}
          </span>
        </span>
      ),
    },
    {
      id: "due",
      header: t("admin.borrowings.due"),
      sortBy: "dueDate",
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
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusBadge status={borrowing.status} />
          {borrowing.fineAmount > 0 ? <Fine staff fine={borrowing} /> : null}
        </span>
      ),
    },
    ...(view === "overdue" ? [daysLate] : []),
    ...(view === "returned" ? [returned] : []),
    {
      id: "actions",
      header: t("admin.borrowings.actions"),
      hideHeader: true,
      align: "end",
      phone: "folded",
      isEmpty: ({ user, status, fineOutstanding }) =>
        user === null || (status === "returned" && fineOutstanding === 0),
      cell: (borrowing) => (
        <span className="flex justify-end gap-2 empty:hidden max-sm:flex-wrap max-sm:justify-start">
          <BorrowingButtons
            borrowing={borrowing}
            returnLabel={t("admin.borrowings.return")}
            returnName={t("admin.borrowings.returnOf", { title: borrowing.book.title })}
          />
        </span>
      ),
    },
  ];
}
