import { Coffee } from "lucide-react";
import { messageOf } from "@/api/errors.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { CoverRow } from "@/parts/books/book-card.tsx";
import { type Status, StatusBadge, type Tone } from "@/ui/badge.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Link, TextLink } from "@/ui/link.tsx";
import { BookRowsSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { RECENT_LIMIT, useRecentBorrowings } from "./queries.ts";

/** The colours of this list (specification, section 2): red for overdue, green otherwise. */
const TONES: Record<Status, Tone> = { active: "success", overdue: "danger", returned: "success" };

/** The newest borrowings of all people. */
export function RecentBorrowings() {
  const { t } = useTranslation();
  const recent = useRecentBorrowings();
  return (
    <Section
      title={t("admin.dashboard.recent")}
      action={
        recent.data?.length === 0 ? null : (
          <TextLink to="/admin/borrowings" className="text-md">
            {t("admin.dashboard.viewAll")}
          </TextLink>
        )
      }
    >
      <Card flush={Boolean(recent.data?.length)}>
        {recent.isError ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("admin.dashboard.failed")}
            text={messageOf(recent.error, "")}
            onRetry={() => void recent.refetch()}
            retrying={recent.isFetching}
          />
        ) : recent.data === undefined ? (
          <BookRowsSkeleton count={RECENT_LIMIT} />
        ) : recent.data.length === 0 ? (
          <EmptyState
            compact
            headingLevel={3}
            icon={<Coffee />}
            title={t("admin.dashboard.recentEmpty")}
            text={t("admin.dashboard.recentEmptyText")}
          />
        ) : (
          <ul className="divide-y divide-line">
            {recent.data.map((borrowing) => (
              <Entry key={borrowing._id} borrowing={borrowing} />
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}

function Entry({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { book, user } = borrowing;
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <CoverRow
        book={book}
        to={pathTo("/books/:id", { id: book._id })}
        below={
          <>
            {user === null ? (
              <p className="text-md text-subtle">{t("admin.users.formerPerson")}</p>
            ) : (
              <Link
                to={pathTo("/admin/users", { user: user._id })}
                className="block w-fit max-w-full truncate rounded-chip text-md text-muted hover:text-primary"
              >
                <span dir="auto">{t("admin.dashboard.by", { name: user.name })}</span>
              </Link>
            )}{" "}
            <p className="tabular text-sm text-subtle">
              {t("admin.dashboard.borrowedOn", { date: format.date(borrowing.borrowDate) })}
            </p>
          </>
        }
        end={<StatusBadge status={borrowing.status} tones={TONES} />}
      />
    </li>
  );
}
