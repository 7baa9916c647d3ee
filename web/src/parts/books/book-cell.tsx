import { Cover } from "@/ui/cover/cover.tsx";
import { Link } from "@/ui/link.tsx";
import type { ShownBook } from "./book-card.tsx";

/** A book as the name of a table row: a small cover, the title, the author. */
export function BookCell({ book, to }: { book: ShownBook; to: string }) {
  return (
    <div className="flex min-w-44 max-w-md items-center gap-3 text-start">
      <span className="w-6 shrink-0">
        <Cover
          title={book.title}
          author={book.author}
          category={book.category}
          src={book.coverImage}
          decorative
        />
      </span>
      <span className="block min-w-0 flex-1 leading-tight">
        <Link
          to={to}
          className="line-clamp-1 w-fit max-w-full rounded-chip font-medium font-serif text-base leading-snug hover:text-primary"
        >
          <span dir="auto">{book.title}</span>
        </Link>{" "}
        <span className="line-clamp-1 text-muted text-sm" dir="auto">
          {book.author}
        </span>
      </span>
    </div>
  );
}
