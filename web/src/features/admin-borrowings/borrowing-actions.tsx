import { messageOf, outageAwareMessageOf } from "@/api/errors.ts";
import { useBorrowingActions } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { BorrowingButtons } from "@/ui/borrowing-buttons.tsx";

/** The buttons of a borrowing: settle the fine, renew it, return the book. */
export function BorrowingActions({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const actions = useBorrowingActions(borrowing);
  return (
    <span className="grid grid-cols-[auto_auto] justify-end gap-2 empty:hidden">
      <BorrowingButtons
        {...actions}
        borrowing={borrowing}
        returnLabel={t("admin.borrowings.return")}
        returnName={t("admin.borrowings.returnOf", { title: borrowing.book.title })}
        problemOf={outageAwareMessageOf}
        returnProblemOf={messageOf}
      />
    </span>
  );
}
