import { messageOf } from "@/api/errors.ts";
import { useBorrowingActions } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { BorrowingButtons } from "@/ui/borrowing-buttons.tsx";

/** What can be done about a borrowing: take the book back, or settle what is owed. */
export function BorrowingActions({ borrowing }: { borrowing: Borrowing }) {
  const { t } = useTranslation();
  const actions = useBorrowingActions(borrowing._id);
  return (
    <span className="flex flex-wrap justify-end gap-2 empty:hidden lg:flex-col lg:items-stretch">
      <BorrowingButtons
        {...actions}
        borrowing={borrowing}
        returnLabel={t("admin.borrowings.return")}
        returnName={t("admin.borrowings.returnOf", { title: borrowing.book.title })}
        problemOf={messageOf}
      />
    </span>
  );
}
