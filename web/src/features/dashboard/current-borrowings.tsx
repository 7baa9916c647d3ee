import { messageOf } from "@/api/errors.ts";
import { useMyBorrowings } from "@/api/queries/borrowings.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookRow } from "@/parts/books/book-card.tsx";
import { DueMeter } from "@/parts/borrowings/due-meter.tsx";
import { MEMBER_STATUS_TONES, StatusBadge } from "@/ui/badge.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import { BookRowsSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";

/** The number in the specification. */
const SHOWN = 3;

/** The most urgent borrowings of the person: overdue ones, then the next due. */
export function CurrentBorrowings() {
  const { t } = useTranslation();
  const format = useFormat();
  const mine = useMyBorrowings();
  const open = mine.data ?? [];
  return (
    <Section
      title={t("dashboard.current.title")}
      action={
        open.length > 0 ? (
          <TextLink to="/my-borrowings" className="text-md">
            {t("dashboard.current.all")}
          </TextLink>
        ) : undefined
      }
    >
      <Card>
        {mine.data && open.length === 0 ? (
          <EmptyState
            compact
            headingLevel={3}
            title={t("dashboard.current.emptyTitle")}
            text={t("dashboard.current.emptyText")}
            action={
              <ButtonLink variant="soft" to="/books">
                {t("dashboard.actions.browse")}
              </ButtonLink>
            }
          />
        ) : mine.data ? (
          <ul className="-my-4 flex flex-col divide-y divide-line">
            {open.slice(0, SHOWN).map((borrowing) => (
              <li key={borrowing._id} className="py-4">
                <BookRow
                  book={borrowing.book}
                  to={pathTo("/books/:id", { id: borrowing.book._id })}
                  meta={
                    <div className="flex flex-col gap-2">
                      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-md">
                        <StatusBadge status={borrowing.status} tones={MEMBER_STATUS_TONES} />
                        <span className="tabular text-muted">
                          {t("dashboard.current.due", { date: format.date(borrowing.dueOn) })}
                        </span>
                      </div>
                      <DueMeter
                        from={borrowing.renewedDate ?? borrowing.borrowedDate}
                        dueOn={borrowing.dueOn}
                      />
                    </div>
                  }
                />
              </li>
            ))}
          </ul>
        ) : mine.error ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("dashboard.current.failed")}
            text={messageOf(mine.error, "")}
            onRetry={() => void mine.refetch()}
            retrying={mine.isFetching}
          />
        ) : (
          <BookRowsSkeleton count={SHOWN} />
        )}
      </Card>
    </Section>
  );
}
