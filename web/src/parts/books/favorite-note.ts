import { outageAwareMessageOf } from "@/api/errors.ts";
import type { Translate } from "@/lib/i18n/index.ts";
import { notify, type Undo } from "@/ui/toast/notify.ts";

const idOf = (bookId: string) => `remove favorite ${bookId}`;

/** Shows a toast that a book is no longer a favorite, with a button to add it again. */
export function notifyFavoriteRemoved(
  t: Translate,
  { _id, title }: { _id: string; title: string },
  restore: Undo["run"],
): void {
  notify.success(t("favorites.removed", { title }), {
    id: idOf(_id),
    undo: {
      run: restore,
      done: t("favorites.restored", { title }),
      problemOf: outageAwareMessageOf,
    },
  });
}

/** Removes that toast, after the book was added again. */
export function dismissFavoriteRemoved(bookId: string): void {
  notify.dismiss(({ id }) => id === idOf(bookId));
}
