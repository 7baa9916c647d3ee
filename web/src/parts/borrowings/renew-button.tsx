import { useFormat } from "@/lib/format-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { type Renewed, renewalFailure, renewalWords } from "./renewal-words.ts";

interface RenewButtonProps {
  borrowing: {
    book: { title: string };
    /** The number of renewals so far. */
    renewals: number;
    /** The number of renewals left. */
    renewalsLeft: number;
  };
  onRenew: () => Promise<Renewed>;
  /** Shows the reasons of a failure; returns true if no toast is needed. */
  onFailure?: (error: unknown) => boolean;
}

/** Renews a borrowing of the person, and shows the new due date and the charged fine. */
export function RenewButton({ borrowing, onRenew, onFailure }: RenewButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const renew = useAction(
    { mutateAsync: onRenew },
    {
      done: (renewed) => renewalWords(borrowing, renewed, { t, format }),
      failed: t("borrowings.renew.failed", { title: borrowing.book.title }),
      shows: "ownToast",
      refused: (error) => onFailure?.(error) || renewalFailure(borrowing, error, t),
    },
  );
  return (
    <ActionButton
      variant="secondary"
      size="sm"
      aria-label={t("borrowings.renew.oneOf", { title: borrowing.book.title })}
      disabledReason={borrowing.renewalsLeft > 0 ? null : t(noneLeftWords(borrowing))}
      action={() => renew.run()}
    >
      {t("borrowings.renew.one")}
    </ActionButton>
  );
}

/** The server's message why no renewals are left. */
function noneLeftWords({ renewals }: { renewals: number }): TextKey {
  return renewals > 0 ? "borrowings.renew.noneLeft" : "borrowings.renew.noneAllowed";
}
