import type { Book } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookCover } from "@/parts/books/book-cover.tsx";
import { IsbnText } from "@/parts/books/isbn-text.tsx";
import { TitleLink } from "@/parts/books/title-link.tsx";

/** The books of a group below each other, with what tells editions apart. */
export function GroupBooks({ books }: { books: readonly Book[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul className="flex min-w-52 max-w-xl flex-col gap-2.5 py-2 text-start">
      {books.map((book) => (
        <li key={book._id} className="flex items-start gap-3">
          <span className="w-7 shrink-0">
            <BookCover book={book} />
          </span>
          <span className="block min-w-0 flex-1 leading-tight">
            <TitleLink title={book.title} to={pathTo("/books/:id", { id: book._id })} />{" "}
            <span className="block text-md text-muted" dir="auto">
              {book.author}
            </span>{" "}
            <span className="flex flex-wrap gap-x-2 text-sm text-subtle">
              {book.publishedYear === null ? null : <span>{book.publishedYear}</span>}
              {book.editionStatement === null ? null : (
                <span dir="auto">{book.editionStatement}</span>
              )}
              {book.isbn === null ? null : <IsbnText isbn={book.isbn} />}
              <span>
                {t("duplicates.copies", {
                  count: book.totalCopies,
                  number: format.count(book.totalCopies),
                })}
              </span>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
