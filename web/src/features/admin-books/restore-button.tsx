import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { useRestoreBook } from "./queries.ts";

/** Restores a book from the archive. */
export function RestoreButton({ book }: { book: Book }) {
  const { t } = useTranslation();
  const restore = useAction(useRestoreBook(), {
    done: () => t("admin.books.restored"),
    failed: t("admin.books.restoreFailed"),
  });
  return (
    <ActionButton
      variant="secondary"
      size="sm"
      aria-label={t("admin.books.restoreOf", { title: book.title })}
      action={() => restore.run(book._id)}
    >
      {t("admin.books.restore")}
    </ActionButton>
  );
}
