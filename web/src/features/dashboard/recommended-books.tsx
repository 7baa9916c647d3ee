import { messageOf } from "@/api/errors.ts";
import { useRecommendations } from "@/api/queries/books.ts";
import type { Recommendation } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookCard } from "@/parts/books/book-card.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Shelf } from "@/ui/shelf.tsx";
import { BookShelfSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";

/** Recommended books, each with the reason. */
export function RecommendedBooks() {
  const { t } = useTranslation();
  const recommended = useRecommendations(12);
  const title = t("dashboard.recommended.title");
  return (
    <Section title={title}>
      {recommended.data?.length === 0 ? (
        <Card>
          <EmptyState compact headingLevel={3} title={t("dashboard.recommended.empty")} />
        </Card>
      ) : recommended.data ? (
        <Shelf label={title}>
          {recommended.data.map((book) => (
            <BookCard
              key={book._id}
              book={book}
              to={pathTo("/books/:id", { id: book._id })}
              meta={<Reason reason={book.reason} />}
            />
          ))}
        </Shelf>
      ) : recommended.error ? (
        <Card>
          <ErrorState
            compact
            headingLevel={3}
            title={t("dashboard.recommended.error")}
            text={messageOf(recommended.error, t("dashboard.recommended.failed"))}
            onRetry={() => void recommended.refetch()}
            retrying={recommended.isFetching}
          />
        </Card>
      ) : (
        <BookShelfSkeleton />
      )}
    </Section>
  );
}

function Reason({ reason }: { reason: Recommendation["reason"] }) {
  const { t } = useTranslation();
  return (
    <p className="line-clamp-2 text-brass text-sm">
      {t(`dashboard.recommended.reason.${reason.code}`, { subject: reason.subject ?? "" })}
    </p>
  );
}
