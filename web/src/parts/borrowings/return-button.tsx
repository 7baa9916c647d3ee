import { type Format, useFormat } from "@/lib/format-context.tsx";
import { type Translate, useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import type { NoteAction } from "@/ui/toast/notify.ts";
import { type SettleActions, SettlementDialog } from "./settlement-dialog.tsx";

/** The amount owed for a borrowing. */
export interface Owed {
  /** In the library's currency. */
  fineOutstanding: number;
  /** The number of renewals so far; each may have charged a fine. */
  renewals: number;
}

/** The fields of an open borrowing that its return needs. */
interface OpenBorrowing extends Owed {
  user: { _id: string; name: string };
  book: { title: string };
  copy: { barcode: string };
}

export interface ReturnActions {
  /** Returns the book; rejects when the server refuses. */
  onReturn: () => Promise<Owed>;
  /** Undoes the return; rejects when the server refuses. */
  onUndoReturn: () => Promise<unknown>;
}

interface ReturnButtonProps extends ReturnActions, SettleActions {
  borrowing: OpenBorrowing;
  /** Whether the person may record payments. */
  mayPay: boolean;
  /** The label of the button, and its accessible name with the book's title. */
  label: string;
  name: string;
}

/**
 * Returns a book, and shows the borrower, the copy and the fine in a toast, with buttons to undo the return and to
 * record a payment.
 */
export function ReturnButton({
  borrowing,
  mayPay,
  label,
  name,
  onReturn,
  onUndoReturn,
  onSettle,
}: ReturnButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { book, user } = borrowing;
  const payment = (owed: number): NoteAction => ({
    label: t("admin.fines.pay"),
    dialog: (state) => (
      <SettlementDialog
        {...state}
        onSettle={onSettle}
        kind="payment"
        person={user}
        title={book.title}
        owed={owed}
      />
    ),
  });
  const takeBack = useAction(
    { mutateAsync: onReturn },
    {
      done: (after) => ({
        message: t("admin.returned"),
        detail: returnDetail(borrowing, after, { t, format }),
        undo: { run: onUndoReturn, done: t("admin.returnUndone"), detail: book.title },
        actions: mayPay && after.fineOutstanding > 0 ? [payment(after.fineOutstanding)] : [],
      }),
      failed: t("admin.returnFailed"),
      about: book.title,
      shows: "ownToast",
    },
  );
  return (
    <ActionButton variant="secondary" size="sm" aria-label={name} action={() => takeBack.run()}>
      {label}
    </ActionButton>
  );
}

/** The lines of the toast: the book; the person and the copy; the fine. */
function returnDetail(
  { book, user, copy, ...before }: OpenBorrowing,
  after: Owed,
  { t, format }: { t: Translate; format: Pick<Format, "money"> },
): string {
  const { barcode } = copy;
  const lines = [book.title, t("admin.returnedBy", { name: user.name, barcode })];
  if (after.fineOutstanding > 0) {
    // If something was owed before, or if there was a renewal that the page did not know, the amount is the total for
    // the book.
    const isCharge = before.fineOutstanding === 0 && before.renewals === after.renewals;
    const amount = format.money(after.fineOutstanding);
    lines.push(t(isCharge ? "admin.returnFine" : "admin.returnOwed", { amount }));
  }
  return lines.join("\n");
}
