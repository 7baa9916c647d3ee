import { messageOf } from "@/api/errors.ts";
import { usePopularBooks } from "@/api/queries/books.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookRow } from "@/parts/books/book-card.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import { Rating } from "@/ui/rating.tsx";
import { BookRowsSkeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";

/** The number in the specification. */
const SHOWN = 3;

/** The most borrowed books. */
export function PopularBooks() {
  const { t } = useTranslation();
  const popular = usePopularBooks(SHOWN);
  return (
    <Section
      title={t("dashboard.popular.title")}
      action={
        <TextLink to="/books?sort=popular" className="text-md">
          {t("dashboard.popular.all")}
        </TextLink>
      }
    >
      <Card>
        {popular.data?.length === 0 ? (
          <EmptyState
            compact
            headingLevel={3}
            title={t("dashboard.popular.emptyTitle")}
            text={t("dashboard.popular.emptyText")}
          />
        ) : popular.data ? (
          <ul className="-my-4 flex flex-col divide-y divide-line">
            {popular.data.slice(0, SHOWN).map((book) => (
              <li key={book._id} className="py-4">
                <BookRow
                  book={book}
                  to={pathTo("/books/:id", { id: book._id })}
                  meta={<Rating average={book.rating.average} count={book.rating.count} />}
                />
              </li>
            ))}
          </ul>
        ) : popular.error ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("dashboard.popular.failed")}
            text={messageOf(popular.error, "")}
            onRetry={() => void popular.refetch()}
            retrying={popular.isFetching}
          />
        ) : (
          <BookRowsSkeleton count={SHOWN} />
        )}
      </Card>
    </Section>
  );
}
