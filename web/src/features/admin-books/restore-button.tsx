import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useRestoreBook } from "./queries.ts";

/** Takes a book out of the archive. */
export function RestoreButton({ book }: { book: Book }) {
  const { t } = useTranslation();
  const restore = useRestoreBook();
  const act = async () => {
    try {
      await restore.mutateAsync(book._id);
      notify.success(t("admin.books.restored"));
    } catch (error) {
      if (!hasGeneralToast(error)) {
        notify.error(messageOf(error, t("admin.books.restoreFailed")));
      }
    }
  };
  return (
    <ActionButton
      variant="secondary"
      size="sm"
      aria-label={t("admin.books.restoreOf", { title: book.title })}
      action={act}
    >
      {t("admin.books.restore")}
    </ActionButton>
  );
}
