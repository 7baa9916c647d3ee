import { messageOf } from "@/api/errors.ts";
import { useBorrow } from "@/api/queries/books.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";

/** Borrows a book and shows the result in a toast. The screen's data is fetched again before that. */
export function useBorrowBook(bookId: string) {
  const { t } = useTranslation();
  const borrowing = useBorrow();
  return {
    pending: borrowing.isPending,
    async borrow() {
      try {
        await borrowing.mutateAsync(bookId);
        notify.success(t("books.borrow.success"));
      } catch (error) {
        notify.error(messageOf(error, t("books.borrow.failed")));
      }
    },
  };
}
