import { useState } from "react";
import type { Stats } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookCover } from "@/parts/books/book-cover.tsx";
import { TitleLink } from "@/parts/books/title-link.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { BookRowsSkeleton } from "@/ui/skeleton.tsx";
import { FIRST_MOST_BORROWED, useMostBorrowed } from "./queries.ts";

type Entry = Stats["mostBorrowedBooks"][number];

/**
 * The most borrowed books with their numbers of borrowings. The first ones come with the response of the totals; a
 * button loads more until all are shown.
 */
export function MostBorrowed({ books: first }: { books: readonly Entry[] | undefined }) {
  const { t } = useTranslation();
  const [wantsMore, setWantsMore] = useState(false);
  const more = useMostBorrowed(wantsMore);
  if (!first?.length) return null;
  const books = more.data?.pages.flatMap(({ data }) => data) ?? first;
  const hasMore = more.data ? more.hasNextPage : first.length >= FIRST_MOST_BORROWED;
  const showMore = () => {
    if (more.data) void more.fetchNextPage();
    else if (wantsMore) void more.refetch();
    else setWantsMore(true);
  };
  const most = Math.max(...books.map(({ count }) => count), 1);
  return (
    <Section title={t("admin.dashboard.most")}>
      <Card>
        {/* The ranks continue from the first column to the second. */}
        <ol
          className="grid gap-x-12 gap-y-5 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-flow-col lg:auto-cols-[minmax(0,1fr)] lg:grid-rows-[repeat(var(--rows),auto)]"
          style={{ "--rows": Math.ceil(books.length / 2) } as React.CSSProperties}
        >
          {books.map((entry, index) => (
            <Ranked key={entry.book._id} entry={entry} rank={index + 1} most={most} />
          ))}
        </ol>
        {hasMore ? (
          <div className="pt-6">
            <Button variant="secondary" pending={more.isFetching} onClick={showMore}>
              {t("admin.dashboard.mostMore")}
            </Button>
          </div>
        ) : null}
      </Card>
    </Section>
  );
}

function Ranked({ entry, rank, most }: { entry: Entry; rank: number; most: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { book, count } = entry;
  return (
    <li className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden="true"
        className="tabular w-6 shrink-0 text-end font-serif text-lg text-subtle"
      >
        {format.count(rank)}
      </span>
      <div className="w-11 shrink-0">
        <BookCover book={book} />
      </div>
      <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          <div className="min-w-0 flex-[1_1_7rem]">
            <TitleLink title={book.title} to={pathTo("/books/:id", { id: book._id })} />{" "}
            <p className="truncate text-md text-muted" dir="auto">
              {book.author}
            </p>
          </div>{" "}
          <p className="tabular shrink-0 pt-0.5 text-muted text-sm">
            {t("admin.dashboard.timesBorrowed", { count, number: format.count(count) })}
          </p>
        </div>
        <div aria-hidden="true" className="h-1 rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-brass forced-colors:bg-[Highlight]"
            style={{ width: `${(count / most) * 100}%` }}
          />
        </div>
      </div>
    </li>
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
