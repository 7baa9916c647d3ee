import type { Borrowing, HistoryAnswer } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { MEMBER_STATUS_TONES, StatusBadge } from "@/ui/badge.tsx";
import { BookRow } from "@/ui/book-card.tsx";
import { type Column, DataTable } from "@/ui/data-table.tsx";
import { Fine } from "@/ui/fine.tsx";
import { RateButton } from "./rate-button.tsx";

/** The borrowings of one person, one per row. */
export function HistoryTable({
  borrowings,
  ratings,
  stale,
}: {
  borrowings: readonly Borrowing[];
  /** The person's own stars for these books, as far as they gave any. */
  ratings: HistoryAnswer["ratings"];
  stale: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: Column<Borrowing>[] = [
    {
      id: "book",
      header: t("borrowings.column.book"),
      isRowHeader: true,
      cell: (borrowing) => (
        <div className="sm:w-36 md:w-40 lg:w-100">
          <BookRow
            dense
            book={borrowing.book}
            to={`/books/${borrowing.book._id}`}
            meta={<PhoneFacts borrowing={borrowing} stars={starsOf(borrowing)} />}
          />
        </div>
      ),
    },
    {
      id: "status",
      header: t("borrowings.column.status"),
      wide: true,
      cell: ({ status }) => <StatusBadge status={status} tones={MEMBER_STATUS_TONES} />,
    },
    {
      id: "borrowed",
      header: t("borrowings.column.borrowed"),
      wide: true,
      cell: ({ borrowedDate }) => (
        <span className="whitespace-nowrap">{format.date(borrowedDate)}</span>
      ),
    },
    {
      id: "returned",
      header: t("borrowings.column.returned"),
      wide: true,
      cell: ({ returnedDate, dueOn, status }) =>
        returnedDate ? (
          <span className="whitespace-nowrap">{format.date(returnedDate)}</span>
        ) : (
          <span className="flex flex-col whitespace-nowrap max-sm:items-end">
            <span className="text-subtle">{t("borrowings.returned.notYet")}</span>
            <span className={`text-sm ${status === "overdue" ? "text-danger" : "text-subtle"}`}>
              {t("borrowings.returned.dueOn", { date: format.date(dueOn) })}
            </span>
          </span>
        ),
    },
    {
      id: "fine",
      header: t("borrowings.column.fine"),
      wide: true,
      align: "end",
      cell: (borrowing) => <Fine fine={borrowing} />,
    },
    {
      id: "rating",
      header: t("borrowings.column.rating"),
      wide: true,
      align: "end",
      cell: (borrowing) => <RateButton borrowing={borrowing} stars={starsOf(borrowing)} />,
    },
  ];
  const starsOf = ({ book }: Borrowing) =>
    ratings.find(({ bookId }) => bookId === book._id)?.stars ?? null;
  return (
    <DataTable
      caption={t("borrowings.history.list")}
      columns={columns}
      rows={borrowings}
      rowId={({ _id }) => _id}
      stale={stale}
    />
  );
}

/** The content of the columns in a line below the title, for narrow screens. */
function PhoneFacts({ borrowing, stars }: { borrowing: Borrowing; stars: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { borrowedDate, returnedDate, dueOn, status } = borrowing;
  return (
    <div className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-subtle sm:hidden">
      <StatusBadge status={status} tones={MEMBER_STATUS_TONES} />
      {borrowing.fineAmount > 0 ? <Fine fine={borrowing} /> : null}
      <span className="w-full">
        {t("borrowings.history.span", {
          from: format.date(borrowedDate),
          to: returnedDate
            ? format.date(returnedDate)
            : t("borrowings.returned.dueOn", { date: format.date(dueOn) }),
        })}
      </span>
      <RateButton borrowing={borrowing} stars={stars} />
    </div>
  );
}
