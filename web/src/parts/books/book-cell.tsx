import { BookCover, type ShownBook } from "./book-cover.tsx";
import { TitleLink } from "./title-link.tsx";

/** A book as the name of a table row: a small cover, the title, the author. */
export function BookCell({ book, to }: { book: ShownBook; to: string }) {
  return (
    <div className="flex min-w-44 max-w-md items-center gap-3 text-start">
      <span className="w-6 shrink-0">
        <BookCover book={book} />
      </span>
      <span className="block min-w-0 flex-1 leading-tight">
        <TitleLink title={book.title} to={to} lines={1} />{" "}
        <span className="line-clamp-1 text-muted text-sm" dir="auto">
          {book.author}
        </span>
      </span>
    </div>
  );
}
