import type { Stats } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Cover } from "@/ui/cover/cover.tsx";
import { Link } from "@/ui/link.tsx";
import { BookRowsSkeleton } from "@/ui/skeleton.tsx";

/** All books of the list with how often each was borrowed; nothing when there is none. */
export function MostBorrowed({ books }: { books: Stats["mostBorrowedBooks"] | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!books?.length) return null;
  const most = Math.max(...books.map(({ count }) => count), 1);
  return (
    <Section title={t("admin.dashboard.most")}>
      <Card flush>
        <ol className="divide-y divide-line">
          {books.map(({ count, book }) => (
            <li key={book._id} className="flex items-center gap-4 px-4 py-3.5 sm:px-5">
              <div className="w-11 shrink-0">
                <Cover
                  title={book.title}
                  author={book.author}
                  category={book.category}
                  src={book.coverImage}
                  decorative
                />
              </div>
              <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
                <div className="min-w-0 flex-[1_1_14rem]">
                  <Link
                    to={`/books/${book._id}`}
                    className="line-clamp-2 w-fit max-w-full rounded-chip font-medium font-serif text-base leading-snug hover:text-primary"
                  >
                    <span dir="auto">{book.title}</span>
                  </Link>{" "}
                  <p className="truncate text-md text-muted" dir="auto">
                    {book.author}
                  </p>
                </div>{" "}
                <div className="flex w-full flex-col gap-1.5 sm:w-44">
                  <p className="tabular text-muted text-sm sm:text-end">
                    {t("admin.dashboard.timesBorrowed", { count, number: format.count(count) })}
                  </p>
                  <div aria-hidden="true" className="h-1.5 rounded-full bg-sunken">
                    <div
                      className="h-full rounded-full bg-brass forced-colors:bg-[Highlight]"
                      style={{ width: `${(count / most) * 100}%` }}
                    />
                  </div>
                </div>
              </div>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  );
}

export function MostBorrowedSkeleton() {
  const { t } = useTranslation();
  return (
    <Section title={t("admin.dashboard.most")}>
      <Card>
        <BookRowsSkeleton count={4} />
      </Card>
    </Section>
  );
}
