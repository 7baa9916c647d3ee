import { CircleCheck } from "lucide-react";
import { messageOf } from "@/api/errors.ts";
import { useOverdueBorrowings } from "@/api/queries/borrowings.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookRow } from "@/parts/books/book-card.tsx";
import { Fine } from "@/parts/borrowings/fine.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import { BookRowsSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";

/** The number in the specification. */
export const SHOWN_OVERDUE = 3;

/** Staff: the longest overdue borrowings. */
export function OverdueBooks() {
  const { t } = useTranslation();
  const format = useFormat();
  const overdue = useOverdueBorrowings({ limit: SHOWN_OVERDUE }, { enabled: true });
  return (
    <Section
      title={t("dashboard.overdue.title")}
      action={
        <TextLink to="/admin/borrowings" className="text-md">
          {t("dashboard.overdue.all")}
        </TextLink>
      }
    >
      <Card>
        {overdue.data?.data.length === 0 ? (
          <EmptyState
            compact
            headingLevel={3}
            icon={<CircleCheck />}
            title={t("dashboard.overdue.emptyTitle")}
            text={t("dashboard.overdue.emptyText")}
          />
        ) : overdue.data ? (
          <ul className="-my-4 flex flex-col divide-y divide-line">
            {overdue.data.data.slice(0, SHOWN_OVERDUE).map((borrowing) => (
              <li key={borrowing._id} className="py-4">
                <BookRow
                  book={borrowing.book}
                  to={pathTo("/books/:id", { id: borrowing.book._id })}
                  meta={
                    <p className="tabular flex flex-wrap gap-x-3 text-sm">
                      <span className="text-subtle">
                        {t("dashboard.overdue.due", { date: format.date(borrowing.dueOn) })}
                      </span>
                      <bdi className="min-w-0 truncate font-medium">{borrowing.user?.name}</bdi>
                    </p>
                  }
                  end={
                    <span className="text-md">
                      <span className="sr-only">{t("dashboard.overdue.fine")} </span>
                      <Fine staff fine={borrowing} />
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
        ) : overdue.error ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("dashboard.overdue.failed")}
            text={messageOf(overdue.error, "")}
            onRetry={() => void overdue.refetch()}
            retrying={overdue.isFetching}
          />
        ) : (
          <BookRowsSkeleton count={SHOWN_OVERDUE} />
        )}
      </Card>
    </Section>
  );
}
