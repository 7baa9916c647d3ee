import { messageOf } from "@/api/errors.ts";
import { useMyBorrowings } from "@/api/queries/borrowings.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { BorrowingCard } from "./borrowing-card.tsx";
import { BorrowingCardsSkeleton } from "./borrowing-cards-skeleton.tsx";

/** What the person has now, overdue ones first. */
export function OpenBorrowings() {
  const { t } = useTranslation();
  // Nobody may have more at once than fit on a page of this size.
  const mine = useMyBorrowings({ limit: 100 });
  return (
    <Section title={t("borrowings.current.title")}>
      <Current mine={mine} />
    </Section>
  );
}

function Current({ mine }: { mine: ReturnType<typeof useMyBorrowings> }) {
  const { t } = useTranslation();
  if (!mine.data) {
    if (!mine.error) return <BorrowingCardsSkeleton />;
    return (
      <Card>
        <ErrorState
          compact
          headingLevel={3}
          title={t("borrowings.current.failed")}
          text={messageOf(mine.error, "")}
          onRetry={() => void mine.refetch()}
          retrying={mine.isFetching}
        />
      </Card>
    );
  }
  if (mine.data.data.length === 0) {
    return (
      <Card>
        <EmptyState
          compact
          headingLevel={3}
          title={t("borrowings.current.emptyTitle")}
          text={t("borrowings.current.emptyText")}
          action={<ButtonLink to="/books">{t("borrowings.current.browse")}</ButtonLink>}
        />
      </Card>
    );
  }
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {mine.data.data.map((borrowing) => (
        <li key={borrowing._id} className="min-w-0">
          <BorrowingCard borrowing={borrowing} />
        </li>
      ))}
    </ul>
  );
}
