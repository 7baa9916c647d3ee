import { useBookList } from "@/api/queries/books.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { MyBooks } from "@/parts/books/use-my-books.ts";
import { Section } from "@/ui/card.tsx";
import { Shelf } from "@/ui/shelf.tsx";
import { BookShelfSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { BookGridEntry } from "./book-entry.tsx";

/** Study books for the person's semester; hidden when there are none. */
export function SemesterShelf({ category, mine }: { category: string; mine: MyBooks }) {
  const { t } = useTranslation();
  const title = t("books.semester.title", { category });
  const list = useBookList({
    isSemesterStudy: true,
    category: [category],
    sort: "popular",
    limit: 20,
  });
  if (list.data?.data.length === 0) return null;
  return (
    <Section title={title}>
      {list.data ? (
        <Shelf label={title}>
          {list.data.data.map((book) => (
            <BookGridEntry key={book._id} book={book} mineUntil={mine.get(book._id)} />
          ))}
        </Shelf>
      ) : list.error ? (
        <ErrorState
          compact
          headingLevel={3}
          title={t("books.list.failed")}
          text={list.error.message}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : (
        <BookShelfSkeleton height="h-116.5 sm:h-108.5" />
      )}
    </Section>
  );
}
