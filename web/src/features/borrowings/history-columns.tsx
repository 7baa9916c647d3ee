import type { Borrowing, HistoryAnswer } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookCell } from "@/parts/books/book-cell.tsx";
import { Fine } from "@/parts/borrowings/fine.tsx";
import { MEMBER_STATUS_TONES, StatusBadge } from "@/ui/badge.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { RateButton } from "./rate-button.tsx";

/**
 * The columns of a person's own borrowings.
 *
 * @param ratings the person's own ratings of these books, if any
 */
export function useHistoryColumns(ratings: HistoryAnswer["ratings"]): readonly Column<Borrowing>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const starsOf = ({ book }: Borrowing) =>
    ratings.find(({ bookId }) => bookId === book._id)?.stars ?? null;
  return [
    {
      id: "book",
      header: t("borrowings.column.book"),
      isRowHeader: true,
      cell: ({ book }) => <BookCell book={book} to={pathTo("/books/:id", { id: book._id })} />,
    },
    {
      id: "status",
      header: t("borrowings.column.status"),
      cell: ({ status }) => <StatusBadge status={status} tones={MEMBER_STATUS_TONES} />,
    },
    {
      id: "borrowed",
      header: t("borrowings.column.borrowed"),
      phone: "hidden",
      cell: ({ borrowedDate }) => (
        <span className="whitespace-nowrap">{format.date(borrowedDate)}</span>
      ),
    },
    {
      id: "returned",
      header: t("borrowings.column.returned"),
      cell: ({ returnedDate, dueOn, status }) =>
        returnedDate ? (
          <span className="whitespace-nowrap">{format.date(returnedDate)}</span>
        ) : (
          <span className="flex flex-col whitespace-nowrap leading-tight">
            <span className="text-subtle max-sm:sr-only">{t("borrowings.returned.notYet")}</span>
            <span className={`text-sm ${status === "overdue" ? "text-danger" : "text-subtle"}`}>
              {t("borrowings.returned.dueOn", { date: format.date(dueOn) })}
            </span>
          </span>
        ),
    },
    {
      id: "fine",
      header: t("borrowings.column.fine"),
      align: "end",
      isEmpty: ({ fineAmount }) => fineAmount === 0,
      cell: (borrowing) => <Fine fine={borrowing} />,
    },
    {
      id: "rating",
      header: t("borrowings.column.rating"),
      align: "end",
      phone: "folded",
      isEmpty: ({ status }) => status !== "returned",
      cell: (borrowing) => <RateButton borrowing={borrowing} stars={starsOf(borrowing)} />,
    },
  ];
}
