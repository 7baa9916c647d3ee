import type { Book } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useBulkAction } from "@/parts/action/use-bulk-action.ts";
import { BulkDialog } from "@/parts/list/bulk-dialog.tsx";
import { useArchiveBook, useRestoreBook } from "./queries.ts";

interface BulkArchiveProps {
  /** The selected books of the catalogue. */
  books: readonly Book[];
  /** All of them were archived. */
  onDone: () => void;
}

/** Archives the selected books after a preview, and offers to restore all of them. */
export function BulkArchive({ books, onDone }: BulkArchiveProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (count: number) => ({ count, number: format.count(count) });
  const action = useBulkAction({
    run: useArchiveBook().mutateAsync,
    undo: useRestoreBook().mutateAsync,
    done: (count) => t("admin.books.bulkArchived", counted(count)),
    undone: t("admin.books.bulkRestored"),
    failed: t("admin.books.archiveFailed"),
  });
  return (
    <BulkDialog
      action={action}
      rows={books}
      rowId={({ _id }) => _id}
      none=""
      button={t("admin.books.archive")}
      title={t("admin.books.bulkTitle", counted(books.length))}
      text={t("admin.books.bulkText")}
      confirm={t("admin.books.bulkConfirm", counted(books.length))}
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
      onDone={onDone}
    />
  );
}
