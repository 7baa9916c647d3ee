import { useMay } from "@/api/permissions.ts";
import type { Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { CopyStates } from "@/parts/books/copy-state-badge.tsx";
import { Badge } from "@/ui/badge.tsx";
import type { Column } from "@/ui/data-table.tsx";
import { Link } from "@/ui/link.tsx";

type ListedCopy = Shape<"ListedCopy">;

/** The copies of a book in its editor. */
export function copiesOf({ _id, archivedAt }: ListedCopy["book"]): string {
  const status = archivedAt === null ? {} : { status: "archived" };
  return pathTo("/admin/books", { ...status, edit: _id, tab: "copies" });
}

/** The columns of the list of copies. Borrowers and due dates are for staff who may see open borrowings. */
export function useCopyColumns({
  isOfLoans,
  maySeeBorrowers,
}: {
  isOfLoans: boolean;
  maySeeBorrowers: boolean;
}): readonly Column<ListedCopy>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = useMay()("manage_catalogue");
  const ofBorrower: Column<ListedCopy>[] = [
    {
      id: "borrower",
      header: t("admin.copies.borrower"),
      isEmpty: ({ borrower }) => borrower === null,
      cell: ({ borrower }) =>
        borrower === null ? null : (
          <Link
            to={pathTo("/admin/users", { user: borrower._id })}
            className="inline-block max-w-44 truncate rounded-chip align-bottom hover:text-primary"
          >
            <span dir="auto">{borrower.name}</span>
          </Link>
        ),
    },
    {
      id: "due",
      header: t("admin.copies.due"),
      ...(isOfLoans ? { sortBy: "dueDate" } : {}),
      isEmpty: ({ dueOn }) => dueOn === null,
      cell: ({ dueOn, isOverdue }) => (
        <span className={`whitespace-nowrap ${isOverdue ? "font-semibold text-danger" : ""}`}>
          {dueOn === null ? null : format.date(dueOn)}
        </span>
      ),
    },
  ];
  return [
    {
      id: "title",
      header: t("admin.copies.book"),
      sortBy: "title",
      isRowHeader: true,
      cell: ({ book }) => (
        <span className="block min-w-40 max-w-xs text-start leading-tight max-sm:truncate">
          <Link
            to={mayManage ? copiesOf(book) : pathTo("/books/:id", { id: book._id })}
            className="rounded-chip font-medium font-serif text-base hover:text-primary sm:line-clamp-1"
          >
            <span dir="auto">{book.title}</span>
          </Link>
        </span>
      ),
    },
    {
      id: "barcode",
      header: t("admin.copies.barcode"),
      sortBy: "barcode",
      cell: ({ barcode }) => (
        <span className="tabular whitespace-nowrap font-mono text-sm">{barcode}</span>
      ),
    },
    {
      id: "state",
      header: t("admin.copies.state"),
      cell: ({ state, stateReason, isOverdue, isLendable, book }) => (
        <span className="flex max-w-56 flex-wrap gap-1">
          {isOverdue ? (
            <Badge tone="danger">{t("admin.copies.overdue")}</Badge>
          ) : (
            <CopyStates copy={{ state, isLendable }} />
          )}
          {book.archivedAt === null ? null : (
            <Badge tone="neutral">{t("admin.copies.archived")}</Badge>
          )}
          {stateReason === null ? null : (
            <span dir="auto" className="line-clamp-2 w-full break-words text-muted text-sm">
              {stateReason}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "callNumber",
      header: t("admin.copies.callNumber"),
      sortBy: "callNumber",
      isEmpty: ({ callNumber, location }) => callNumber === null && location === null,
      cell: ({ callNumber, location }) => (
        <span className="block max-w-44 leading-tight">
          <span dir="auto" className="block truncate font-medium">
            {callNumber}
          </span>{" "}
          <span dir="auto" className="block truncate text-muted text-sm">
            {location}
          </span>
        </span>
      ),
    },
    {
      id: "condition",
      header: t("admin.copies.condition"),
      phone: "hidden",
      cell: ({ condition }) =>
        condition === null ? null : t(`admin.copies.conditions.${condition}`),
    },
    ...(maySeeBorrowers ? ofBorrower : []),
  ];
}
