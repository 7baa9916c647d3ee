import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "./action-button.tsx";
import { FineButtons } from "./fine-buttons.tsx";
import type { Settlement, Settling } from "./fine-dialog.tsx";
import { type RenewActions, StaffRenewButton } from "./staff-renew-button.tsx";
import { notify } from "./toast/notify.ts";

/** The fields of a borrowing that the buttons use. */
interface ShownBorrowing {
  user: { name: string };
  book: { title: string };
  status: string;
  /** What is still owed for it, in the library's currency. */
  fineOutstanding: number;
}

interface BorrowingButtonsProps extends RenewActions {
  borrowing: ShownBorrowing;
  /** The return button's words, and the same with the book's title. */
  returnLabel: string;
  returnName: string;
  onReturn: () => Promise<unknown>;
  onSettle: (kind: Settling, settlement: Settlement) => Promise<unknown>;
}

/** An administrator's actions on a borrowing: settle the fine, renew it, return the book. */
export function BorrowingButtons({
  borrowing,
  returnLabel,
  returnName,
  onRenew,
  onReturn,
  onSettle,
  problemOf,
  refusalsOf,
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
        <StaffRenewButton
          borrowing={borrowing}
          onRenew={onRenew}
          problemOf={problemOf}
          refusalsOf={refusalsOf}
        />
      )}
      {status === "returned" ? null : (
        <ActionButton variant="secondary" size="sm" aria-label={returnName} action={takeBack}>
          {returnLabel}
        </ActionButton>
      )}
    </>
  );
}
