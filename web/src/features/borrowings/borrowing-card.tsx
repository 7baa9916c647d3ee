import type { ReactNode } from "react";
import { messageOf } from "@/api/errors.ts";
import { useRenew } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { MEMBER_STATUS_TONES, StatusBadge } from "@/ui/badge.tsx";
import { Cover } from "@/ui/cover/cover.tsx";
import { DueMeter } from "@/ui/due-meter.tsx";
import { Link } from "@/ui/link.tsx";
import { RenewButton } from "@/ui/renew-button.tsx";

/** An open borrowing of the person: its due date, and its fine when it is overdue. */
export function BorrowingCard({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const renew = useRenew();
  const { book } = borrowing;
  const to = `/books/${book._id}`;
  const late = borrowing.status === "overdue";
  return (
    <article
      className={`flex h-full gap-4 rounded-card border bg-surface p-4 shadow-rest sm:gap-5 sm:p-5 ${late ? "border-danger/45" : "border-line"}`}
    >
      <Link to={to} aria-hidden tabIndex={-1} className="block w-20 shrink-0 self-start sm:w-24">
        <Cover
          title={book.title}
          author={book.author}
          category={book.category}
          src={book.coverImage}
          decorative
        />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex flex-col gap-1">
          <h3
            className="page-start line-clamp-3 font-medium font-serif text-lg leading-snug"
            dir="auto"
          >
            <Link to={to} className="rounded-chip hover:text-primary">
              {book.title}
            </Link>
          </h3>
          <p className="page-start truncate text-md text-muted" dir="auto">
            {book.author}
          </p>
        </div>
        <div>
          <StatusBadge status={borrowing.status} tones={MEMBER_STATUS_TONES} />
        </div>
        <DueMeter from={borrowing.borrowedDate} dueOn={borrowing.dueOn} />
        <dl className="mt-auto grid grid-cols-2 gap-x-4 gap-y-2 text-md sm:grid-cols-3">
          <Fact name={t("borrowings.current.due")}>
            <span className={late ? "font-semibold text-danger" : "font-medium"}>
              {format.date(borrowing.dueOn)}
            </span>
          </Fact>
          <Fact name={t("borrowings.current.borrowed")}>{format.date(borrowing.borrowedDate)}</Fact>
          {late && borrowing.fineAmount > 0 ? (
            <Fact name={t("borrowings.current.fine")}>
              <span className="font-semibold text-danger">
                {format.money(borrowing.fineAmount)}
              </span>
            </Fact>
          ) : null}
          <Fact name={t("borrowings.current.copy")}>{borrowing.copy.barcode}</Fact>
          <Fact name={t("borrowings.current.renewalsLeft")}>{borrowing.renewalsLeft}</Fact>
        </dl>
        <div>
          <RenewButton
            borrowing={borrowing}
            onRenew={() => renew.mutateAsync({ borrowingId: borrowing._id })}
            problemOf={messageOf}
          />
        </div>
      </div>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-sm text-subtle">{name}</dt>
      <dd className="tabular truncate">{children}</dd>
    </div>
  );
}
