import { useRef, useState } from "react";
import { messageOf, outageAwareMessageOf } from "@/api/errors.ts";
import { useBorrow, useUndoBorrow } from "@/api/queries/books.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";

/**
 * Borrows a book and shows the result in a toast, with a way to undo it. The screen's data is fetched again before that.
 * Until then a second press, also of another button of the same screen, does nothing.
 */
export function useBorrowBook(bookId: string) {
  const { t } = useTranslation();
  const format = useFormat();
  const borrowing = useBorrow();
  const undoBorrow = useUndoBorrow();
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
        const { _id, book, dueOn } = (await borrowing.mutateAsync(bookId)).data;
        notify.success(t("books.borrow.success"), {
          detail: `${book.title}\n${t("books.borrow.due", { date: format.date(dueOn) })}`,
          undo: {
            run: () => undoBorrow.mutateAsync(_id),
            done: t("books.borrow.undone"),
            detail: book.title,
            problemOf: outageAwareMessageOf,
          },
        });
      } catch (error) {
        notify.error(messageOf(error, t("books.borrow.failed")));
      }
      busy.current = false;
      setPending(false);
    },
  };
}
