import { type Format, useFormat } from "@/lib/format-context.tsx";
import { type Translate, useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "./action-button.tsx";
import { FineButtons, type SettlingAllowed } from "./fine-buttons.tsx";
import type { Settlement, Settling } from "./fine-dialog.tsx";
import { type RenewActions, StaffRenewButton } from "./staff-renew-button.tsx";
import { notify } from "./toast/notify.ts";

/** What is owed for a borrowing. */
interface Owed {
  /** In the library's currency. */
  fineOutstanding: number;
  /** The number of renewals so far; each may have charged a fine. */
  renewals: number;
}

/** The fields of a borrowing that the buttons use. */
interface ShownBorrowing extends Owed {
  /** Null once the person was removed from a returned borrowing. */
  user: { name: string } | null;
  book: { title: string };
  status: string;
}

interface BorrowingButtonsProps extends RenewActions {
  borrowing: ShownBorrowing;
  /** What the person may do with it. */
  allowed: { renew: boolean; override: boolean; takeBack: boolean } & SettlingAllowed;
  /** The return button's words, and the same with the book's title. */
  returnLabel: string;
  returnName: string;
  onReturn: () => Promise<Owed>;
  /** The words for a failed return. */
  returnProblemOf: (error: unknown, fallback: string) => string;
  onSettle: (kind: Settling, settlement: Settlement) => Promise<unknown>;
}

/** The actions of staff on a borrowing, as far as they are allowed: settle the fine, renew it, return the book. */
export function BorrowingButtons({
  borrowing,
  allowed,
  returnLabel,
  returnName,
  onRenew,
  onReturn,
  returnProblemOf,
  onSettle,
  problemOf,
  refusalsOf,
}: BorrowingButtonsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user, book, status, fineOutstanding } = borrowing;
  // Nothing is open about a borrowing without its person.
  if (user === null) return null;
  const takeBack = async () => {
    try {
      notify.success(returnWords(borrowing, await onReturn(), { t, format }));
    } catch (error) {
      notify.error(returnProblemOf(error, t("admin.returnFailed")));
    }
  };
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
        <ActionButton variant="secondary" size="sm" aria-label={returnName} action={takeBack}>
          {returnLabel}
        </ActionButton>
      )}
    </>
  );
}

/**
 * The message of a return, with the fine. If something was owed before, or the page did not know a renewal, the
 * message has the total that is owed for the book.
 */
function returnWords(
  before: Owed,
  { fineOutstanding, renewals }: Owed,
  { t, format }: { t: Translate; format: Pick<Format, "money"> },
): string {
  const done = t("admin.returned");
  if (fineOutstanding <= 0) return done;
  const isCharge = before.fineOutstanding === 0 && before.renewals === renewals;
  const fine = t(isCharge ? "admin.returnFine" : "admin.returnOwed", {
    amount: format.money(fineOutstanding),
  });
  return `${done} ${fine}`;
}
