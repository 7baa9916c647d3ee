import { BookCheck, CalendarClock, CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import type { BookDetail } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { FavoriteButton } from "@/parts/books/favorite-button.tsx";
import type { useBorrowBook } from "@/parts/books/use-borrow-book.ts";
import { Badge } from "@/ui/badge.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { LoanLength } from "./loan-length.tsx";
import { Places } from "./places.tsx";
import { useFavorite } from "./use-favorite.ts";

interface BorrowPanelProps {
  book: BookDetail;
  borrowing: ReturnType<typeof useBorrowBook>;
}

/** The values for a visitor of an open catalogue. */
const OF_VISITORS = { myBorrowing: null, dueOnIfBorrowedNow: null, refusals: [] } as const;

/** The availability, the due date of a borrowing made today, and the reasons against it. */
export function BorrowPanel({ book, borrowing }: BorrowPanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { myBorrowing, dueOnIfBorrowedNow, refusals } = book.viewer ?? OF_VISITORS;
  const favorite = useFavorite(book, book.viewer?.isFavorite);
  const panel = useRef<HTMLElement>(null);
  const had = useRef(myBorrowing !== null);

  // The button (or after an undo the link) that had the focus has disappeared: moves the focus to the result.
  useEffect(() => {
    const changed = (myBorrowing !== null) !== had.current;
    if (changed && document.activeElement === document.body) {
      panel.current?.focus({ preventScroll: true });
    }
    had.current = myBorrowing !== null;
  }, [myBorrowing]);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t("books.borrow.title")}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-rest sm:flex-row sm:items-center sm:justify-between sm:gap-6 sm:p-5"
    >
      <div className="flex min-w-0 flex-col items-start gap-2.5">
        {book.archivedAt ? (
          <Badge tone="warning">{t("favorites.archived")}</Badge>
        ) : (
          <AvailabilityBadge
            available={book.availableCopies}
            total={book.totalCopies}
            nextDue={book.nextDueDate}
          />
        )}
        {book.archivedAt ? null : <Places places={book.places} />}
        {myBorrowing ? (
          <div className="flex items-start gap-2 text-md">
            {myBorrowing.status === "overdue" ? (
              <CircleAlert aria-hidden="true" className="mt-px size-4.5 shrink-0 text-danger" />
            ) : (
              <BookCheck aria-hidden="true" className="mt-px size-4.5 shrink-0 text-info" />
            )}
            <p>
              <span className="font-medium">
                {t(
                  myBorrowing.status === "overdue"
                    ? "books.borrow.mineOverdue"
                    : "books.borrow.mine",
                  { date: format.date(myBorrowing.dueOn) },
                )}
              </span>
            </p>
          </div>
        ) : dueOnIfBorrowedNow && refusals.length === 0 ? (
          <p className="flex items-start gap-2 text-md">
            <CalendarClock aria-hidden="true" className="mt-px size-4.5 shrink-0 text-primary" />
            <span>
              <span className="font-medium">
                {t("books.borrow.until", { date: format.date(dueOnIfBorrowedNow) })}
              </span>
              <LoanLength period={book.borrowingPeriod} dueOn={dueOnIfBorrowedNow} />
            </span>
          </p>
        ) : (
          <ul className="flex flex-col gap-1 text-md text-muted">
            {book.viewer === null && book.availableCopies > 0 ? (
              <li>{t("books.borrow.signInFirst")}</li>
            ) : null}
            {refusals.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
            {book.availableCopies === 0 && book.nextDueDate ? (
              <li>
                {t(
                  Date.parse(book.nextDueDate) < Date.now()
                    ? "books.borrow.nextLate"
                    : "books.borrow.nextDue",
                  { date: format.date(book.nextDueDate) },
                )}
              </li>
            ) : null}
          </ul>
        )}
      </div>
      <div className="flex shrink-0 flex-col gap-2 max-sm:w-full">
        <div className="max-sm:hidden">
          <BorrowAction book={book} borrowing={borrowing} wide />
        </div>
        {book.archivedAt && favorite.isFavorite !== true ? null : (
          <FavoriteButton title={book.title} wide {...favorite} />
        )}
      </div>
    </section>
  );
}

/**
 * The main action of the screen of a book: a button to borrow it, the reason against that, or a link to the borrowing.
 */
export function BorrowAction({
  book,
  borrowing,
  wide = false,
}: BorrowPanelProps & { wide?: boolean }) {
  const { t } = useTranslation();
  if (book.viewer?.myBorrowing) {
    return (
      <ButtonLink size="lg" variant="secondary" wide={wide} to="/my-borrowings">
        {t("books.borrow.toMine")}
      </ButtonLink>
    );
  }
  return (
    <Button
      size="lg"
      wide={wide}
      pending={borrowing.pending}
      disabledReason={
        book.viewer === null && book.availableCopies === 0
          ? t("books.borrow.none")
          : book.viewer?.refusals[0]?.message
      }
      onClick={() => void borrowing.borrow()}
    >
      {t("books.borrow.button")}
    </Button>
  );
}
