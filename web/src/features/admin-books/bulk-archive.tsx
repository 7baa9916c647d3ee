import type { Book } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useBulkAction } from "@/parts/action/use-bulk-action.ts";
import { BulkDialog } from "@/parts/list/bulk-dialog.tsx";
import type { Selection } from "@/parts/list/use-selection.ts";
import { useArchiveBook, useRestoreBook } from "./queries.ts";

interface BulkArchiveProps {
  /** The selected books in the catalogue. */
  selection: Selection<Book>;
}

/** Archives the selected books after a preview, and offers to restore all of them. */
export function BulkArchive({ selection }: BulkArchiveProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (count: number) => ({ count, number: format.count(count) });
  const action = useBulkAction({
    run: useArchiveBook().mutateAsync,
    undo: useRestoreBook().mutateAsync,
    done: ({ length }) => t("admin.books.bulkArchived", counted(length)),
    undone: t("admin.books.bulkRestored"),
    failed: t("admin.books.archiveFailed"),
  });
  return (
    <BulkDialog
      action={action}
      selection={selection}
      rows={selection.rows}
      rowId={({ _id }) => _id}
      none=""
      button={t("admin.books.archive")}
      title={t("admin.books.bulkTitle", counted(selection.rows.length))}
      text={t("admin.books.bulkText")}
      confirm={t("admin.books.bulkConfirm", counted(selection.rows.length))}
      preview={({ title, author, availableCopies, totalCopies }) => (
        <>
          <span className="font-medium font-serif text-base" dir="auto">
            {title}
          </span>{" "}
          <span className="text-muted text-sm" dir="auto">
            {author}
          </span>{" "}
          {availableCopies < totalCopies ? (
            <span className="text-danger text-sm">
              {t("common.availability.some", { available: availableCopies, total: totalCopies })}
            </span>
          ) : null}
        </>
      )}
    />
  );
}
