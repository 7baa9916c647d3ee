import { useMay } from "@/api/permissions.ts";
import type { Book, BookSort } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { CoverRow } from "@/ui/book-card.tsx";
import { Button } from "@/ui/button.tsx";
import { type Column, DataTable, type Sorting } from "@/ui/data-table.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { ArchiveButton } from "./archive-button.tsx";
import { IsbnText } from "./isbn-text.tsx";
import type { BookStatus } from "./queries.ts";
import { RestoreButton } from "./restore-button.tsx";

/** The tabs of the editor. */
export type EditorTab = "record" | "copies";

interface BooksTableProps {
  status: BookStatus;
  rows: readonly Book[];
  stale: boolean;
  sort: BookSort;
  onSort: (by: BookSort) => void;
  /** Opens a book in the editor. */
  onOpen: (id: string, tab: EditorTab) => void;
}

/** The books of a page; for people who may change the catalogue, each with its actions. */
export function BooksTable({ status, rows, stale, sort, onSort, onOpen }: BooksTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const isbn: Column<Book> = {
    id: "isbn",
    header: t("admin.books.isbn"),
    cell: (book) =>
      book.isbn ? (
        <IsbnText isbn={book.isbn} />
      ) : (
        <span className="text-subtle">{t("common.notAvailable")}</span>
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
  const readColumns: Column<Book>[] = [
    {
      id: "title",
      header: t("admin.books.book"),
      sortBy: "title",
      isRowHeader: true,
      cell: (book) => <TitleCell book={book} />,
    },
    {
      id: "category",
      header: t("admin.books.category"),
      cell: (book) => (
        <span className="line-clamp-2" dir="auto">
          {book.category}
        </span>
      ),
    },
    status === "archived" ? archived : isbn,
    {
      id: "year",
      header: t("admin.books.year"),
      sortBy: "publishedYear",
      align: "end",
      cell: ({ publishedYear, editionStatement }) => (
        <>
          {publishedYear ?? <span className="text-subtle">{t("common.notAvailable")}</span>}
          {editionStatement === null ? null : (
            <>
              {" "}
              <span dir="auto" className="ms-auto block max-w-44 break-words text-muted text-sm">
                {editionStatement}
              </span>
            </>
          )}
        </>
      ),
    },
  ];
  const copiesToRead: Column<Book> = {
    id: "copies",
    header: t("admin.books.copies"),
    align: "end",
    cell: (book) => <Copies book={book} />,
  };
  const managed: Column<Book>[] = [
    {
      id: "copies",
      header: t("admin.books.copies"),
      align: "end",
      cell: (book) => (
        <span className="-me-3 inline-flex">
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("admin.books.copiesOf", {
              title: book.title,
              available: book.availableCopies,
              total: book.totalCopies,
            })}
            onClick={() => onOpen(book._id, "copies")}
          >
            <Copies book={book} />
          </Button>
        </span>
      ),
    },
    {
      id: "actions",
      header: t("admin.books.actions"),
      hideHeader: true,
      align: "end",
      cell: (book) => (
        <span className="flex items-center justify-end gap-1">
          <Button
            variant="secondary"
            size="sm"
            aria-label={t("admin.books.editOf", { title: book.title })}
            onClick={() => onOpen(book._id, "record")}
          >
            {t("admin.books.edit")}
          </Button>
          {status === "archived" ? <RestoreButton book={book} /> : <ArchiveButton book={book} />}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption={t("admin.books.caption")}
      columns={[...readColumns, ...(may("manage_catalogue") ? managed : [copiesToRead])]}
      rows={rows}
      rowId={(book) => book._id}
      sorting={sortingOf(sort)}
      onSort={(by) => onSort(by as BookSort)}
      stale={stale}
    />
  );
}

function sortingOf(sort: BookSort): Sorting {
  return {
    by: sort,
    direction: sort === "title" || sort === "author" ? "ascending" : "descending",
  };
}

function TitleCell({ book }: { book: Book }) {
  return (
    <div className="min-w-60 max-w-lg text-start">
      <CoverRow
        book={book}
        to={`/books/${book._id}`}
        below={
          <span className="line-clamp-1 text-muted" dir="auto">
            {book.author}
          </span>
        }
      />
    </div>
  );
}

/** How many of a book's copies can be had now. */
function Copies({ book: { availableCopies, totalCopies } }: { book: Book }) {
  const { t } = useTranslation();
  if (totalCopies === 0) return t("common.availability.noCopies");
  return (
    <span className={availableCopies === 0 ? "text-danger" : ""}>
      {t("common.availability.some", { available: availableCopies, total: totalCopies })}
    </span>
  );
}

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** The table while its rows are loading. */
export function BooksTableSkeleton() {
  return (
    <Loading>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center gap-4 px-4 py-2.5">
            <Skeleton className="aspect-2/3 w-10" />
            <div className="flex flex-[2] flex-col gap-2">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
            </div>
            <Skeleton className="h-4 flex-1 max-md:hidden" />
            <Skeleton className="h-4 w-36 max-lg:hidden" />
            <Skeleton className="h-4 w-24 max-md:hidden" />
            <Skeleton className="h-8 w-16" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
