import { useSession } from "@/api/session/session-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useGoToSignIn } from "@/lib/use-go-to-sign-in.ts";
import { notify } from "@/ui/toast/notify.ts";

/**
 * What the buttons of members do for a visitor: lead to the sign-in, which comes back to the book and does nothing by itself.
 * Null for members.
 *
 * @param reason the text that says what the sign-in is for
 */
export function useSignIn(bookId: string, reason: TextKey): (() => Promise<void>) | null {
  const { t } = useTranslation();
  const { authenticated } = useSession();
  const goToSignIn = useGoToSignIn(pathTo("/books/:id", { id: bookId }));
  if (authenticated) return null;
  return async () => {
    notify.info(t(reason));
    await goToSignIn();
  };
}
