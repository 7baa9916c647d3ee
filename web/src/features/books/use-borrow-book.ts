import { useRef, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useBorrow } from "@/api/queries/books.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";

/**
 * Borrows a book and shows the result in a toast. The screen's data is fetched again before that. Until then a second
 * press, also of another button of the same screen, does nothing.
 */
export function useBorrowBook(bookId: string) {
  const { t } = useTranslation();
  const borrowing = useBorrow();
  const [pending, setPending] = useState(false);
  // A second press of a double click comes before the buttons are drawn as pending.
  const busy = useRef(false);
  return {
    pending,
    async borrow() {
      if (busy.current) return;
      busy.current = true;
      setPending(true);
      try {
        await borrowing.mutateAsync(bookId);
        notify.success(t("books.borrow.success"));
      } catch (error) {
        notify.error(messageOf(error, t("books.borrow.failed")));
      }
      busy.current = false;
      setPending(false);
    },
  };
}
