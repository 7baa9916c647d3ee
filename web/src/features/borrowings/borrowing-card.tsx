import type { ReactNode } from "react";
import { useRenew } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { CoverLink } from "@/parts/books/book-cover.tsx";
import { DueMeter } from "@/parts/borrowings/due-meter.tsx";
import { Fine } from "@/parts/borrowings/fine.tsx";
import { RenewButton } from "@/parts/borrowings/renew-button.tsx";
import { MEMBER_STATUS_TONES, StatusBadge } from "@/ui/badge.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Link } from "@/ui/link.tsx";
import type { Refusals } from "./refusals.ts";

interface BorrowingCardProps {
  borrowing: Borrowing;
  /** The refused renewals on this page. */
  refusals: Refusals;
}

/** An open borrowing of the person: its due date, and its fine when it is overdue. */
export function BorrowingCard({ borrowing, refusals }: BorrowingCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const renew = useRenew();
  const reasons = refusals.of(borrowing);
  const { book } = borrowing;
  const to = pathTo("/books/:id", { id: book._id });
  const late = borrowing.status === "overdue";
  return (
    <article
      className={`flex h-full flex-wrap gap-4 rounded-card border bg-surface p-4 shadow-rest sm:gap-5 sm:p-5 ${late ? "border-danger/45" : "border-line"}`}
    >
      <CoverLink book={book} to={to} className="w-20 shrink-0 self-start sm:w-24" />
      <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-3">
        <div className="flex flex-col gap-1">
          <h3
            className="page-start line-clamp-3 break-words font-medium font-serif text-lg leading-snug"
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
        <DueMeter from={borrowing.renewedDate ?? borrowing.borrowedDate} dueOn={borrowing.dueOn} />
        <dl className="fit-grid gap-x-4 gap-y-2 text-md [--fit:6rem] sm:grid-cols-3">
          <Fact name={t("borrowings.current.due")}>
            <span className={late ? "font-semibold text-danger" : "font-medium"}>
              {format.date(borrowing.dueOn)}
            </span>
          </Fact>
          <Fact name={t("borrowings.current.borrowed")}>{format.date(borrowing.borrowedDate)}</Fact>
          <Fact name={t("borrowings.current.copy")} wide="phone">
            {borrowing.copy.barcode}
          </Fact>
          <Fact name={t("borrowings.current.renewalsLeft")}>{borrowing.renewalsLeft}</Fact>
          {borrowing.fineAmount > 0 ? (
            <Fact name={t("borrowings.current.fine")} wide="rest">
              <Fine fine={borrowing} />
            </Fact>
          ) : null}
        </dl>
        <div className="mt-auto">
          <RenewButton
            borrowing={borrowing}
            onRenew={() => {
              refusals.clear(borrowing._id);
              return renew.mutateAsync({ borrowingId: borrowing._id });
            }}
            onFailure={(error) => refusals.show(borrowing._id, error)}
          />
        </div>
        {reasons.length > 0 ? <NotRenewed reasons={reasons} /> : null}
      </div>
    </article>
  );
}

/** Why this book was not renewed. It is below the button, so that the button does not move. */
function NotRenewed({ reasons }: { reasons: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Banner tone="warning">
        <p className="font-medium">{t("borrowings.renew.refused")}</p>
        <ul className="mt-1 flex flex-col gap-1">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

interface FactProps {
  name: string;
  /** More than one column, for a long value: all of them on a phone; on wider screens one, or the rest of the row. */
  wide?: "phone" | "rest";
  children: ReactNode;
}

const WIDTH = {
  phone: "max-sm:col-span-full",
  rest: "max-sm:col-span-full sm:col-span-2",
} as const;

function Fact({ name, wide, children }: FactProps) {
  return (
    <div className={`flex min-w-0 flex-col ${wide ? WIDTH[wide] : ""}`}>
      <dt className="text-sm text-subtle">{name}</dt>
      <dd className="tabular [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
