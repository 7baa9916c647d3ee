import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { useChangeFavorite, useIsFavorite } from "@/api/queries/favorites.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";

/** Whether a book is a favorite of the person, and how to change it. `fromDetails` is the value in the book's details. */
export function useFavorite(
  bookId: string,
  fromDetails?: boolean,
): {
  isFavorite: boolean | undefined;
  onFavoriteChange: (isFavorite: boolean) => void;
} {
  const { t } = useTranslation();
  const isFavorite = useIsFavorite(bookId, fromDetails);
  const change = useChangeFavorite();
  return {
    isFavorite,
    onFavoriteChange: (wanted) => {
      change.mutate(
        { bookId, isFavorite: wanted },
        {
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
