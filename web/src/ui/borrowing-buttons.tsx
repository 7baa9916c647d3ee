import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "./action-button.tsx";
import { FineButtons } from "./fine-buttons.tsx";
import type { Settlement, Settling } from "./fine-dialog.tsx";
import { notify } from "./toast/notify.ts";

/** What the buttons need of a borrowing. */
interface ShownBorrowing {
  user: { name: string };
  book: { title: string };
  status: string;
  /** How often it can still be renewed. */
  renewalsLeft: number;
  /** What is still owed for it, in the library's currency. */
  fineOutstanding: number;
}

interface BorrowingButtonsProps {
  borrowing: ShownBorrowing;
  /** The return button's words, and the same with the book's title. */
  returnLabel: string;
  returnName: string;
  onRenew: () => Promise<{ dueOn: string }>;
  onReturn: () => Promise<unknown>;
  onSettle: (kind: Settling, settlement: Settlement) => Promise<unknown>;
  /** The words for a failure. */
  problemOf: (error: unknown, fallback: string) => string;
}

/** What an administrator can do about a borrowing: settle what is owed, renew it, take the book back. */
export function BorrowingButtons({
  borrowing,
  returnLabel,
  returnName,
  onRenew,
  onReturn,
  onSettle,
  problemOf,
}: BorrowingButtonsProps) {
  const { t } = useTranslation();
  const { user, book, status, fineOutstanding } = borrowing;
  const takeBack = async () => {
    try {
      await onReturn();
      notify.success(t("admin.returned"));
    } catch (error) {
      notify.error(problemOf(error, t("admin.returnFailed")));
    }
  };
  return (
    <>
      {fineOutstanding > 0 ? (
        <FineButtons
          name={user.name}
          title={book.title}
          owed={fineOutstanding}
          problemOf={problemOf}
          onSettle={onSettle}
        />
      ) : null}
      {status === "returned" ? null : (
        <RenewButton borrowing={borrowing} onRenew={onRenew} problemOf={problemOf} />
      )}
      {status === "returned" ? null : (
        <ActionButton variant="secondary" size="sm" aria-label={returnName} action={takeBack}>
          {returnLabel}
        </ActionButton>
      )}
    </>
  );
}

interface RenewButtonProps {
  borrowing: Pick<ShownBorrowing, "book" | "renewalsLeft">;
  onRenew: () => Promise<{ dueOn: string }>;
  /** The words for a failure. */
  problemOf: (error: unknown, fallback: string) => string;
}

/** Renews a borrowing and says until when. */
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
