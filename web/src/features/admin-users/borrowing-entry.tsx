import { messageOf, outageAwareMessageOf } from "@/api/errors.ts";
import { useBorrowingActions } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { StatusBadge } from "@/ui/badge.tsx";
import { CoverRow } from "@/ui/book-card.tsx";
import { BorrowingButtons } from "@/ui/borrowing-buttons.tsx";
import { Fine } from "@/ui/fine.tsx";

/** A borrowing of the selected person, with its actions. */
export function BorrowingEntry({ borrowing }: { borrowing: Borrowing }) {
  const { book, status } = borrowing;
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <CoverRow
        book={book}
        to={`/books/${book._id}`}
        below={<Dates borrowing={borrowing} />}
        end={
          <>
            <StatusBadge status={status} /> <Actions borrowing={borrowing} />
          </>
        }
      />
    </li>
  );
}

/** The dates of borrowing, due and return, and the fine. */
function Dates({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { borrowDate, dueOn, returnedDate, status, daysOverdue } = borrowing;
  return (
    <p className="tabular flex flex-wrap gap-x-3 text-muted text-sm">
      <span>{t("admin.users.borrowedOn", { date: format.date(borrowDate) })}</span>{" "}
      <span className={status === "overdue" ? "font-semibold text-danger" : ""}>
        {t("admin.users.dueOn", { date: format.date(dueOn) })}
        {status === "overdue" ? ` · ${t("admin.users.daysLate", { count: daysOverdue })}` : ""}
      </span>{" "}
      {returnedDate ? (
        <span>{t("admin.users.returnedOn", { date: format.date(returnedDate) })}</span>
      ) : null}{" "}
      {borrowing.fineAmount > 0 ? <Fine staff fine={borrowing} /> : null}
    </p>
  );
}

function Actions({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const actions = useBorrowingActions(borrowing);
  return (
    <BorrowingButtons
      {...actions}
      borrowing={borrowing}
      returnLabel={t("admin.users.return")}
      returnName={t("admin.users.returnOf", { title: borrowing.book.title })}
      problemOf={outageAwareMessageOf}
      returnProblemOf={messageOf}
    />
  );
}
