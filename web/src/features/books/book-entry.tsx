import type { Book } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { languageNames } from "@/lib/language-names.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { BookCard } from "@/parts/books/book-card.tsx";
import { CoverLink } from "@/parts/books/book-cover.tsx";
import { BorrowButton } from "@/parts/books/borrow-button.tsx";
import { FavoriteHeart } from "@/parts/books/favorite-button.tsx";
import { Highlight } from "@/ui/highlight.tsx";
import { Link } from "@/ui/link.tsx";
import { Rating } from "@/ui/rating.tsx";
import { useFavorite } from "./use-favorite.ts";

interface BookEntryProps {
  book: Book;
  /** The due date of the person's own borrowing of it, if any. */
  mineUntil?: string | undefined;
  /** The list is sorted by rating, so the rating must be visible. */
  rated?: boolean;
  /** The search text; matches are highlighted. */
  search?: string | undefined;
}

/** A book in the grid. */
export function BookGridEntry({ book, mineUntil, rated = false, search }: BookEntryProps) {
  const favorite = useFavorite(book);
  return (
    <BookCard
      book={book}
      to={pathTo("/books/:id", { id: book._id })}
      search={search}
      beside={<FavoriteHeart title={book.title} {...favorite} />}
      meta={
        <>
          {rated ? (
            <div className="w-full">
              <Rating average={book.rating.average} count={book.rating.count} />
            </div>
          ) : null}
          <AvailabilityBadge
            available={book.availableCopies}
            total={book.totalCopies}
            mineUntil={mineUntil}
          />
        </>
      }
      actions={
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-2 touch:min-h-11">
          <DetailsLink book={book} />
          <BorrowButton book={book} mine={mineUntil !== undefined} />
        </div>
      }
    />
  );
}

/** A book as a line of the list, with the details that distinguish editions. */
export function BookListEntry({ book, mineUntil, search }: BookEntryProps) {
  const favorite = useFavorite(book);
  const { locale } = useFormat();
  const to = pathTo("/books/:id", { id: book._id });
  return (
    <article className="flex gap-4 py-5 sm:gap-6">
      <CoverLink book={book} to={to} className="w-16 shrink-0 self-start sm:w-20" />
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:flex-row sm:gap-6">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h3
            className="page-start line-clamp-2 font-medium font-serif text-lg leading-snug"
            dir="auto"
          >
            <Link to={to} className="rounded-chip hover:text-primary">
              <Highlight text={book.title} search={search} />
            </Link>
          </h3>
          <p className="page-start truncate text-md text-muted" dir="auto">
            <Highlight text={book.author} search={search} />
          </p>
          <p className="page-start truncate text-sm text-subtle" dir="auto">
            {[book.category, book.publishedYear, languageNames(locale).shown(book.language)]
              .filter(Boolean)
              .join(" · ")}
          </p>
          {book.description ? (
            <p
              className="mt-1 line-clamp-2 max-w-measure text-md text-muted max-sm:hidden"
              dir="auto"
            >
              <Highlight text={book.description} search={search} />
            </p>
          ) : null}
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2">
            <AvailabilityBadge
              available={book.availableCopies}
              total={book.totalCopies}
              mineUntil={mineUntil}
            />
            <Rating average={book.rating.average} count={book.rating.count} />
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-4 sm:flex-col sm:items-end sm:gap-1">
          <BorrowButton book={book} mine={mineUntil !== undefined} />
          <DetailsLink book={book} />
          <FavoriteHeart title={book.title} {...favorite} />
        </div>
      </div>
    </article>
  );
}

function DetailsLink({ book }: { book: Book }) {
  const { t } = useTranslation();
  return (
    <Link
      to={pathTo("/books/:id", { id: book._id })}
      aria-label={t("books.entry.detailsOf", { title: book.title })}
      className="inline-flex h-8 items-center rounded-chip font-medium text-primary text-sm underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current touch:h-11"
    >
      {t("books.entry.details")}
    </Link>
  );
}
