import { useSession } from "@/api/session/session-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useGoToSignIn } from "@/lib/use-go-to-sign-in.ts";
import { notify } from "@/ui/toast/notify.ts";

/**
 * The action of member buttons for a visitor: opens the sign-in, which then returns to the book without any further
 * action. Null for members.
 *
 * @param reason the message that explains why to sign in
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
