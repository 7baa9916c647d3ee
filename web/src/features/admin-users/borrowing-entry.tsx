import type { ComponentProps } from "react";
import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { CoverRow } from "@/parts/books/book-card.tsx";
import { BorrowingButtons } from "@/parts/borrowings/borrowing-buttons.tsx";
import { Fine } from "@/parts/borrowings/fine.tsx";
import { StatusBadge } from "@/ui/badge.tsx";

type LiProps = Pick<ComponentProps<"li">, "inert" | "aria-hidden">;

/** A borrowing of the selected person, with its actions. */
export function BorrowingEntry({ borrowing, ...item }: { borrowing: Borrowing } & LiProps) {
  const { t } = useTranslation();
  const { book, status } = borrowing;
  return (
    <li {...item} className="px-4 py-3.5 inert:opacity-40 sm:px-5">
      <CoverRow
        book={book}
        to={pathTo("/books/:id", { id: book._id })}
        below={<Dates borrowing={borrowing} />}
        end={
          <>
            <StatusBadge status={status} />{" "}
            <BorrowingButtons
              borrowing={borrowing}
              returnLabel={t("admin.users.return")}
              returnName={t("admin.users.returnOf", { title: book.title })}
            />
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
      <span>{t("admin.users.copyNumber", { barcode: borrowing.copy.barcode })}</span>{" "}
      {returnedDate ? (
        <span>{t("admin.users.returnedOn", { date: format.date(returnedDate) })}</span>
      ) : null}{" "}
      {borrowing.fineAmount > 0 ? <Fine staff fine={borrowing} /> : null}
    </p>
  );
}
