import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "./action-button.tsx";
import { notify } from "./toast/notify.ts";

interface RenewButtonProps {
  borrowing: {
    book: { title: string };
    /** How often it can still be renewed. */
    renewalsLeft: number;
  };
  onRenew: () => Promise<{ dueOn: string }>;
  /** The words for a failure. */
  problemOf: (error: unknown, fallback: string) => string;
}

/** Renews a borrowing of the person and shows the new due date. */
export function RenewButton({ borrowing, onRenew, problemOf }: RenewButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const renew = async () => {
    try {
      const { dueOn } = await onRenew();
      notify.success(t("borrowings.renew.done", { date: format.date(dueOn) }));
    } catch (error) {
      notify.error(problemOf(error, t("borrowings.renew.failed")));
    }
  };
  return (
    <ActionButton
      variant="secondary"
      size="sm"
      aria-label={t("borrowings.renew.oneOf", { title: borrowing.book.title })}
      disabledReason={borrowing.renewalsLeft > 0 ? null : t("borrowings.renew.noneLeft")}
      action={renew}
    >
      {t("borrowings.renew.one")}
    </ActionButton>
  );
}
