import { isToldEverywhere, messageOf } from "@/api/errors.ts";
import { useRecordPayment, useReturn, useWaiveFine } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { FineButtons } from "@/ui/fine-buttons.tsx";
import { notify } from "@/ui/toast/notify.ts";

/** What can be done about a borrowing: take the book back, or settle what is owed. */
export function BorrowingActions({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const giveBack = useReturn();
  const pay = useRecordPayment();
  const waive = useWaiveFine();
  const { _id: borrowingId, book, user, status, fineOutstanding } = borrowing;

  const takeBack = async () => {
    try {
      await giveBack.mutateAsync(borrowingId);
      notify.success(t("admin.returned"));
    } catch (error) {
      if (!isToldEverywhere(error)) notify.error(messageOf(error, t("admin.returnFailed")));
    }
  };
  return (
    <span className="flex flex-wrap justify-end gap-2 empty:hidden lg:flex-col lg:items-stretch">
      {fineOutstanding > 0 ? (
        <FineButtons
          name={user.name}
          title={book.title}
          owed={fineOutstanding}
          problemOf={messageOf}
          onSettle={(kind, { amount, note }) =>
            kind === "payment"
              ? pay.mutateAsync({ borrowingId, amount })
              : waive.mutateAsync({ borrowingId, amount, note })
          }
        />
      ) : null}
      {status === "returned" ? null : (
        <ActionButton
          variant="secondary"
          size="sm"
          aria-label={t("admin.borrowings.returnOf", { title: book.title })}
          action={takeBack}
        >
          {t("admin.borrowings.return")}
        </ActionButton>
      )}
    </span>
  );
}
