import { messageOf } from "@/api/errors.ts";
import { useMyHistory } from "@/api/queries/borrowings.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookRow } from "@/parts/books/book-card.tsx";
import { MEMBER_STATUS_TONES, StatusBadge } from "@/ui/badge.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import { BookRowsSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";

/** The number of shown returns; the history screen has the others. */
const SHOWN = 5;

/** The person's latest returns. */
export function RecentReturns() {
  const { t } = useTranslation();
  const format = useFormat();
  const history = useMyHistory({ status: "returned", limit: SHOWN });
  const returned = history.data?.data ?? [];
  return (
    <Section
      title={t("borrowings.recent.title")}
      action={
        <TextLink to="/my-history" className="text-md">
          {t("borrowings.recent.all")}
        </TextLink>
      }
    >
      <Card>
        {history.data && returned.length === 0 ? (
          <EmptyState
            compact
            headingLevel={3}
            title={t("borrowings.recent.emptyTitle")}
            text={t("borrowings.recent.emptyText")}
          />
        ) : history.data ? (
          <ul className="-my-4 flex flex-col divide-y divide-line">
            {returned.map((borrowing) => (
              <li key={borrowing._id} className="py-4">
                <BookRow
                  book={borrowing.book}
                  to={pathTo("/books/:id", { id: borrowing.book._id })}
                  meta={
                    <p className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-subtle">
                      <StatusBadge status={borrowing.status} tones={MEMBER_STATUS_TONES} />
                      <span className="flex flex-wrap gap-x-3 max-sm:w-full">
                        <span>
                          {t("borrowings.recent.borrowed", {
                            date: format.date(borrowing.borrowedDate),
                          })}
                        </span>
                        {borrowing.returnedDate ? (
                          <span>
                            {t("borrowings.recent.returned", {
                              date: format.date(borrowing.returnedDate),
                            })}
                          </span>
                        ) : null}
                      </span>
                    </p>
                  }
                />
              </li>
            ))}
          </ul>
        ) : history.error ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("borrowings.recent.failed")}
            text={messageOf(history.error, "")}
            onRetry={() => void history.refetch()}
            retrying={history.isFetching}
          />
        ) : (
          <BookRowsSkeleton count={SHOWN} />
        )}
      </Card>
    </Section>
  );
}
