import { useFormat } from "@/lib/format-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { type Renewed, renewalFailure, renewalWords } from "./renewal-words.ts";

interface RenewButtonProps {
  borrowing: {
    book: { title: string };
    /** How often it was renewed. */
    renewals: number;
    /** How often it can still be renewed. */
    renewalsLeft: number;
  };
  onRenew: () => Promise<Renewed>;
  /** Shows the reasons of a failure; true when no toast is needed any more. */
  onFailure?: (error: unknown) => boolean;
}

/** Renews a borrowing of the person; shows the new due date, and the fine that was charged. */
export function RenewButton({ borrowing, onRenew, onFailure }: RenewButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const renew = async () => {
    try {
      notify.success(renewalWords(borrowing, await onRenew(), { t, format }));
    } catch (error) {
      if (onFailure?.(error)) return;
      notify.error(renewalFailure(borrowing, error, t));
    }
  };
  return (
    <ActionButton
      variant="secondary"
      size="sm"
      aria-label={t("borrowings.renew.oneOf", { title: borrowing.book.title })}
      disabledReason={borrowing.renewalsLeft > 0 ? null : t(noneLeftWords(borrowing))}
      action={renew}
    >
      {t("borrowings.renew.one")}
    </ActionButton>
  );
}

/** Why no renewals are left, in the server's words. */
function noneLeftWords({ renewals }: { renewals: number }): TextKey {
  return renewals > 0 ? "borrowings.renew.noneLeft" : "borrowings.renew.noneAllowed";
}
