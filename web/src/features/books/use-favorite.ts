import { useRef } from "react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { useChangeFavorite, useIsFavorite } from "@/api/queries/favorites.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DOUBLE_PRESS_MS } from "@/parts/action/use-action.ts";
import { dismissFavoriteRemoved, notifyFavoriteRemoved } from "@/parts/books/favorite-note.ts";
import { useSignIn } from "@/parts/books/use-sign-in.ts";
import { notify } from "@/ui/toast/notify.ts";

/**
 * Whether a book is a favorite of the person, and how to change it; a removal can be undone. `fromDetails` is the value
 * in the book's details. Visitors go to the sign-in.
 */
export function useFavorite(
  book: { _id: string; title: string },
  fromDetails?: boolean,
): {
  isFavorite: boolean | undefined;
  onFavoriteChange: (isFavorite: boolean) => void;
} {
  const { t } = useTranslation();
  const bookId = book._id;
  const signIn = useSignIn(bookId, "favorites.signIn");
  const isFavorite = useIsFavorite(bookId, signIn ? false : fromDetails);
  const change = useChangeFavorite();
  const restore = useChangeFavorite({ quiet: true });
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    isFavorite,
    onFavoriteChange: (wanted) => {
      if (signIn) return void signIn();
      // The second click of a double click comes before the button shows the change.
      if (change.isPending || performance.now() - pressedAt.current < DOUBLE_PRESS_MS) return;
      pressedAt.current = performance.now();
      if (wanted) dismissFavoriteRemoved(bookId);
      change.mutate(
        { bookId, isFavorite: wanted },
        {
          onSuccess: () => {
            if (wanted) return;
            notifyFavoriteRemoved(t, book, () => restore.mutateAsync({ bookId, isFavorite: true }));
          },
          onError: (error) => {
            if (hasGeneralToast(error)) return;
            notify.error(
              messageOf(error, t(wanted ? "favorites.addFailed" : "favorites.removeFailed")),
            );
          },
        },
      );
    },
  };
}
