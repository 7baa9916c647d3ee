import { useBorrow, useUndoBorrow } from "@/api/queries/borrow.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { useSignIn } from "./use-sign-in.ts";

/** Borrows a book, for a visitor after a sign-in, and shows the result in a toast, with a way to undo it. The screen shows the book as it is then. */
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
