import { FineButtons, type SettlingAllowed } from "./fine-buttons.tsx";
import { type Owed, type ReturnActions, ReturnButton } from "./return-button.tsx";
import type { SettleActions } from "./settlement-dialog.tsx";
import { type RenewActions, StaffRenewButton } from "./staff-renew-button.tsx";

/** The fields of a borrowing that the buttons use. */
interface ShownBorrowing extends Owed {
  /** Null once the person was removed from a returned borrowing. */
  user: { name: string } | null;
  book: { title: string };
  copy: { barcode: string };
  status: string;
}

interface BorrowingButtonsProps extends RenewActions, ReturnActions, SettleActions {
  borrowing: ShownBorrowing;
  /** What the person may do with it. */
  allowed: { renew: boolean; override: boolean; takeBack: boolean } & SettlingAllowed;
  /** The return button's words, and the same with the book's title. */
  returnLabel: string;
  returnName: string;
}

/** The actions of staff on a borrowing, as far as they are allowed: settle the fine, renew it, return the book. */
export function BorrowingButtons({
  borrowing,
  allowed,
  returnLabel,
  returnName,
  onRenew,
  onReturn,
  onUndoReturn,
  returnProblemOf,
  onSettle,
  problemOf,
  refusalsOf,
}: BorrowingButtonsProps) {
  const { user, book, status, fineOutstanding } = borrowing;
  // Nothing is open about a borrowing without its person.
  if (user === null) return null;
  return (
    <>
      {fineOutstanding > 0 ? (
        <FineButtons
          allowed={allowed}
          name={user.name}
          title={book.title}
          owed={fineOutstanding}
          problemOf={problemOf}
          onSettle={onSettle}
        />
      ) : null}
      {status === "returned" || !allowed.renew ? null : (
        <StaffRenewButton
          borrowing={{ ...borrowing, user }}
          mayOverride={allowed.override}
          onRenew={onRenew}
          problemOf={problemOf}
          refusalsOf={refusalsOf}
        />
      )}
      {status === "returned" || !allowed.takeBack ? null : (
        <ReturnButton
          borrowing={{ ...borrowing, user }}
          mayPay={allowed.pay}
          label={returnLabel}
          name={returnName}
          onReturn={onReturn}
          onUndoReturn={onUndoReturn}
          returnProblemOf={returnProblemOf}
          onSettle={onSettle}
          problemOf={problemOf}
        />
      )}
    </>
  );
}
