import { useMay } from "@/api/permissions.ts";
import type { Book } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { BookCover } from "@/parts/books/book-cover.tsx";
import { IsbnText } from "@/parts/books/isbn-text.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { Link } from "@/ui/link.tsx";
import { ArchiveButton } from "./archive-button.tsx";
import { DeleteButton } from "./delete-button.tsx";
import type { BookStatus } from "./queries.ts";
import { RestoreButton } from "./restore-button.tsx";

/** The tabs of the editor. */
export type EditorTab = "record" | "copies" | "marc";

/**
 * The columns of the catalogue or the archive; with actions for people who may change the catalogue.
 *
 * @param onOpen opens a book in the editor
 */
export function useBookColumns(
  status: BookStatus,
  onOpen: (id: string, tab: EditorTab) => void,
): readonly Column<Book>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const mayManage = may("manage_catalogue");
  const missing = <span className="text-subtle">{t("common.notAvailable")}</span>;
  const isbn: Column<Book> = {
    id: "isbn",
    header: t("admin.books.isbn"),
    phone: "hidden",
    cell: ({ isbn }) =>
      isbn ? (
        <span className="whitespace-nowrap max-2xl:text-sm">
          <IsbnText isbn={isbn} />
        </span>
      ) : (
        missing
      ),
  };
  const archived: Column<Book> = {
    id: "archived",
    header: t("admin.books.archivedOn"),
    cell: ({ archivedAt }) => (
      <span className="whitespace-nowrap">
        {archivedAt ? format.date(archivedAt) : t("common.notAvailable")}
      </span>
    ),
  };
  const copies: Column<Book> = {
    id: "copies",
    header: t("admin.books.copies"),
    align: "end",
    cell: (book) =>
      mayManage ? (
        <button
          type="button"
          className="-mx-2 inline-flex h-8 items-center whitespace-nowrap rounded-control px-2 hover:bg-sunken touch:h-6"
          aria-label={t("admin.books.copiesOf", {
            title: book.title,
            available: book.availableCopies,
            total: book.totalCopies,
          })}
          onClick={() => onOpen(book._id, "copies")}
        >
          <Copies book={book} />
        </button>
      ) : (
        <Copies book={book} />
      ),
  };
  const actions: Column<Book> = {
    id: "actions",
    header: t("admin.books.actions"),
    hideHeader: true,
    phone: "folded",
    // From the start, so that the buttons are aligned where a row has no last one, and take no room if no row has it.
    cell: (book) => (
      <span className="flex items-center gap-1">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t("admin.books.editOf", { title: book.title })}
          onClick={() => onOpen(book._id, "record")}
        >
          {t("admin.books.edit")}
        </Button>
        {book.mergedInto !== null ? (
          <ButtonLink
            variant="secondary"
            size="sm"
            to={pathTo("/books/:id", { id: book.mergedInto })}
            aria-label={t("admin.books.mergedOf", { title: book.title })}
          >
            {t("admin.books.merged")}
          </ButtonLink>
        ) : status === "archived" ? (
          <RestoreButton book={book} />
        ) : (
          <ArchiveButton book={book} />
        )}
        {book.borrowCount === 0 && book.mergedInto === null ? <DeleteButton book={book} /> : null}
      </span>
    ),
  };
  return [
    {
      id: "title",
      header: t("admin.books.book"),
      sortBy: "title",
      isRowHeader: true,
      cell: (book) => <TitleCell book={book} />,
    },
    {
      id: "author",
      header: t("admin.books.author"),
      sortBy: "author",
      cell: ({ author }) => (
        <span
          className="line-clamp-2 max-w-48 leading-tight max-sm:line-clamp-1 max-sm:text-muted"
          dir="auto"
        >
          {author}
        </span>
      ),
    },
    {
      id: "category",
      header: t("admin.books.category"),
      phone: "hidden",
      cell: ({ category }) => (
        <span className="line-clamp-2 max-w-40 leading-tight" dir="auto">
          {category}
        </span>
      ),
    },
    status === "archived" ? archived : isbn,
    {
      id: "year",
      header: t("admin.books.year"),
      sortBy: "publishedYear",
      align: "end",
      phone: "hidden",
      cell: ({ publishedYear, editionStatement }) => (
        <>
          {publishedYear ?? missing}
          {editionStatement === null ? null : (
            <>
              {" "}
              <span
                dir="auto"
                className="ms-auto block min-w-16 max-w-32 truncate text-muted text-sm leading-tight contain-inline-size"
              >
                {editionStatement}
              </span>
            </>
          )}
        </>
      ),
    },
    copies,
    ...(mayManage ? [actions] : []),
  ];
}

function TitleCell({ book }: { book: Book }) {
  return (
    <div className="flex min-w-40 max-w-md items-center gap-3 text-start max-sm:min-w-0">
      <span className="w-6 shrink-0 max-sm:hidden">
        <BookCover book={book} />
      </span>
      <Link
        to={pathTo("/books/:id", { id: book._id })}
        className="line-clamp-2 w-fit max-w-full rounded-chip font-medium font-serif text-base leading-tight hover:text-primary max-sm:line-clamp-1"
      >
        <span dir="auto">{book.title}</span>
      </Link>
    </div>
  );
}

/** The number of available copies of a book. */
function Copies({ book: { availableCopies, totalCopies } }: { book: Book }) {
  const { t } = useTranslation();
  if (totalCopies === 0) return t("common.availability.noCopies");
  return (
    <span className={`whitespace-nowrap ${availableCopies === 0 ? "text-danger" : ""}`}>
      {t("common.availability.some", { available: availableCopies, total: totalCopies })}
    </span>
  );
}
