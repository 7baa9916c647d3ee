import { useBorrowingActions } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { FineButtons } from "./fine-buttons.tsx";
import { ReturnButton } from "./return-button.tsx";
import { StaffRenewButton } from "./staff-renew-button.tsx";

interface BorrowingButtonsProps {
  borrowing: Borrowing;
  /** The label of the return button, and its accessible name with the book's title. */
  returnLabel: string;
  returnName: string;
}

/** The allowed actions of staff on a borrowing: settle the fine, renew it, return the book. */
export function BorrowingButtons({ borrowing, returnLabel, returnName }: BorrowingButtonsProps) {
  const { allowed, onRenew, refusalsOf, onReturn, onUndoReturn, onSettle } =
    useBorrowingActions(borrowing);
  const { user, book, status, fineOutstanding } = borrowing;
  // An anonymous borrowing is returned and settled.
  if (user === null) return null;
  const isOpen = status !== "returned";
  return (
    <>
      {fineOutstanding > 0 ? (
        <FineButtons
          allowed={allowed}
          person={user}
          title={book.title}
          owed={fineOutstanding}
          onSettle={onSettle}
        />
      ) : null}
      {isOpen && allowed.renew ? (
        <StaffRenewButton
          borrowing={{ ...borrowing, user }}
          mayOverride={allowed.override}
          onRenew={onRenew}
          refusalsOf={refusalsOf}
        />
      ) : null}
      {isOpen && allowed.takeBack ? (
        <ReturnButton
          borrowing={{ ...borrowing, user }}
          mayPay={allowed.pay}
          label={returnLabel}
          name={returnName}
          onReturn={onReturn}
          onUndoReturn={onUndoReturn}
          onSettle={onSettle}
        />
      ) : null}
    </>
  );
}
