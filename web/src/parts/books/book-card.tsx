import type { ReactNode } from "react";
import { Highlight } from "@/ui/highlight.tsx";
import { Link } from "@/ui/link.tsx";
import { BookCover, CoverLink, type ShownBook } from "./book-cover.tsx";
import { TitleLink } from "./title-link.tsx";

interface BookCardProps {
  book: ShownBook;
  /** The link of the cover and the title. */
  to: string;
  /** Availability, rating, a reason: one or two short lines. */
  meta?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  /** A button beside the author and the category; on the cover it would hide the title. */
  beside?: ReactNode;
  /** The search text: highlighted in title and author. */
  search?: string | undefined;
  headingLevel?: 2 | 3;
}

/** A book on a shelf: cover, title, author, category and actions. */
export function BookCard({
  book,
  to,
  meta,
  actions,
  beside,
  search,
  headingLevel = 3,
}: BookCardProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <article className="group/book flex h-full min-w-0 flex-col gap-3">
      <CoverLink
        book={book}
        to={to}
        className="rounded-control transition-transform duration-180 ease-calm group-hover/book:-translate-y-1 motion-reduce:group-hover/book:translate-y-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Heading
          className="page-start line-clamp-2 font-medium font-serif text-base leading-snug"
          dir="auto"
        >
          <Link to={to} className="rounded-chip hover:text-primary">
            <Highlight text={book.title} search={search} />
          </Link>
        </Heading>
        <div className="flex items-start gap-1">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="page-start truncate text-muted text-md" dir="auto">
              <Highlight text={book.author} search={search} />
            </p>
            <p className="page-start truncate text-sm text-subtle" dir="auto">
              {book.category}
            </p>
          </div>
          {beside ? <div className="-me-1.5">{beside}</div> : null}
        </div>
        {meta ? <div className="mt-1 flex flex-wrap items-center gap-2">{meta}</div> : null}
      </div>
      {actions ? <div className="flex flex-col gap-2">{actions}</div> : null}
    </article>
  );
}

interface BookRowProps {
  book: ShownBook;
  to: string;
  /** Below the author: a due meter, a rating, a date. */
  meta?: ReactNode;
  /** At the end of the row. */
  end?: ReactNode;
  /** Less spacing, for rows of a table. */
  dense?: boolean;
}

/** A book on one line, for short lists. */
export function BookRow({ book, to, meta, end, dense = false }: BookRowProps) {
  return (
    <div className={`flex min-w-0 items-center ${dense ? "gap-3" : "gap-4"}`}>
      <CoverLink
        book={book}
        to={to}
        className={`shrink-0 rounded-chip ${dense ? "w-9" : "w-[min(3rem,15vw)]"}`}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <Link
          to={to}
          dir="auto"
          className="w-fit max-w-full truncate rounded-chip font-medium font-serif text-base hover:text-primary"
        >
          {book.title}
        </Link>
        <p className="page-start truncate text-muted text-md" dir="auto">
          {book.author}
        </p>
        {meta ? <div className="mt-1">{meta}</div> : null}
      </div>
      {end ? <div className="shrink-0">{end}</div> : null}
    </div>
  );
}

interface CoverRowProps {
  book: ShownBook;
  to: string;
  /** Below the title: the author, dates, a person. */
  below: ReactNode;
  /** A badge or buttons at the end of the row; below it where the row is narrow. */
  end?: ReactNode;
}

/** A book in a list for staff: the cover, the full title, details and actions. */
export function CoverRow({ book, to, below, end }: CoverRowProps) {
  return (
    <div className="flex items-start gap-4">
      <div className="w-11 shrink-0">
        <BookCover book={book} />
      </div>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-3 self-center">
        <div className="flex min-w-0 flex-[1_1_15rem] flex-col gap-1">
          <TitleLink title={book.title} to={to} /> {below}
        </div>{" "}
        {end ? <div className="flex flex-wrap items-center gap-2">{end}</div> : null}
      </div>
    </div>
  );
}
