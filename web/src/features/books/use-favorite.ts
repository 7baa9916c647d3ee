import { isToldEverywhere, messageOf } from "@/api/errors.ts";
import { useIsFavorite, useKeepFavorite } from "@/api/queries/favorites.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";

/** Whether the person keeps a book, and the way to change that. `fromDetails` is what the book's details say. */
export function useFavorite(
  bookId: string,
  fromDetails?: boolean,
): {
  kept: boolean | undefined;
  onKeep: (kept: boolean) => void;
} {
  const { t } = useTranslation();
  const kept = useIsFavorite(bookId, fromDetails);
  const keep = useKeepFavorite();
  return {
    kept,
    onKeep: (wanted) => {
      keep.mutate(
        { bookId, kept: wanted },
        {
          onError: (error) => {
            if (isToldEverywhere(error)) return;
            notify.error(
              messageOf(error, t(wanted ? "favorites.addFailed" : "favorites.removeFailed")),
            );
          },
        },
      );
    },
  };
}
