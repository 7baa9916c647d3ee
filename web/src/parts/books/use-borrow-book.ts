import { useBorrow, useUndoBorrow } from "@/api/queries/borrow.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { useSignIn } from "./use-sign-in.ts";

/**
 * Borrows a book and shows the result in a toast, with a button to undo it. For visitors, opens the sign-in instead.
 */
export function useBorrowBook(bookId: string) {
  const { t } = useTranslation();
  const format = useFormat();
  const undoBorrow = useUndoBorrow();
  const action = useAction(useBorrow(), {
    done: ({ data: { _id, book, dueOn } }) => ({
      message: t("books.borrow.success"),
      detail: `${book.title}\n${t("books.borrow.due", { date: format.date(dueOn) })}`,
      undo: {
        run: () => undoBorrow.mutateAsync(_id),
        done: t("books.borrow.undone"),
        detail: book.title,
      },
    }),
    failed: t("books.borrow.failed"),
    shows: "ownToast",
  });
  const signIn = useSignIn(bookId, "books.borrow.signIn");
  return { pending: action.pending, borrow: signIn ?? (() => action.run(bookId)) };
}
