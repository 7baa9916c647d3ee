import { useBookList } from "@/api/queries/books.ts";
import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { BookCard } from "@/parts/books/book-card.tsx";
import { Section } from "@/ui/card.tsx";
import { Shelf } from "@/ui/shelf.tsx";

/** Popular books of the same category. Hidden when there are none. */
export function RelatedShelf({ book }: { book: Book }) {
  const { t } = useTranslation();
  const list = useBookList({ category: [book.category], sort: "popular", limit: 13 });
  const others = (list.data?.data ?? []).filter(
    ({ _id, category }) => _id !== book._id && category === book.category,
  );
  if (others.length === 0) return null;
  const title = t("books.detail.related", { category: book.category });
  return (
    <Section title={title}>
      <Shelf label={title}>
        {others.slice(0, 12).map((other) => (
          <BookCard
            key={other._id}
            book={other}
            to={pathTo("/books/:id", { id: other._id })}
            meta={<AvailabilityBadge available={other.availableCopies} total={other.totalCopies} />}
          />
        ))}
      </Shelf>
    </Section>
  );
}
