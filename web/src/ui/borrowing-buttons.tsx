import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "./action-button.tsx";
import { FineButtons } from "./fine-buttons.tsx";
import type { Settlement, Settling } from "./fine-dialog.tsx";
import { notify } from "./toast/notify.ts";

interface BorrowingButtonsProps {
  /** Who borrows. */
  name: string;
  /** The book. */
  title: string;
  returned: boolean;
  /** what is still owed for it, in the library's currency. */
  owed: number;
  /** The return button's words, and the same with the book's title. */
  returnLabel: string;
  returnName: string;
  onReturn: () => Promise<unknown>;
  onSettle: (kind: Settling, settlement: Settlement) => Promise<unknown>;
  /** The words for a failure. */
  problemOf: (error: unknown, fallback: string) => string;
}

/** What an administrator can do about a borrowing: settle what is owed, take the book back. */
export function BorrowingButtons({
  name,
  title,
  returned,
  owed,
  returnLabel,
  returnName,
  onReturn,
  onSettle,
  problemOf,
}: BorrowingButtonsProps) {
  const { t } = useTranslation();
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
      {owed > 0 ? (
        <FineButtons
          name={name}
          title={title}
          owed={owed}
          problemOf={problemOf}
          onSettle={onSettle}
        />
      ) : null}
      {returned ? null : (
        <ActionButton variant="secondary" size="sm" aria-label={returnName} action={takeBack}>
          {returnLabel}
        </ActionButton>
      )}
    </>
  );
}
