import { useFormat } from "@/lib/format-context.tsx";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { RenewPress } from "./renew-press.tsx";
import { type Renewed, renewalFailure, renewalQuestion, renewalWords } from "./renewal-words.ts";
import type { RunningFine } from "./running-fine.ts";

interface RenewButtonProps {
  borrowing: RunningFine & {
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
    <RenewPress
      label={t("borrowings.renew.one")}
      name={t("borrowings.renew.oneOf", { title: borrowing.book.title })}
      question={renewalQuestion(borrowing, { t, format })}
      disabledReason={borrowing.renewalsLeft > 0 ? null : t(noneLeftWords(borrowing))}
      renew={() => renew.run()}
    />
  );
}

/** The server's message why no renewals are left. */
function noneLeftWords({ renewals }: { renewals: number }): TextKey {
  return renewals > 0 ? "borrowings.renew.noneLeft" : "borrowings.renew.noneAllowed";
}
