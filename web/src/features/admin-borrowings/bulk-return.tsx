import { useReturn, useUndoReturn } from "@/api/queries/borrowings.ts";
import type { Borrowing } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useBulkAction } from "@/parts/action/use-bulk-action.ts";
import { Fine } from "@/parts/borrowings/fine.tsx";
import { BulkDialog } from "@/parts/list/bulk-dialog.tsx";
import type { Selection } from "@/parts/list/use-selection.ts";

interface BulkReturnProps {
  /** The selected borrowings, also returned ones. */
  selection: Selection<Borrowing>;
}

/** Returns the selected books after a preview, and offers to undo all of the returns. */
export function BulkReturn({ selection }: BulkReturnProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const toReturn = selection.rows.filter(
    ({ status, user }) => status !== "returned" && user !== null,
  );
  const counted = (count: number) => ({ count, number: format.count(count) });
  const action = useBulkAction({
    run: useReturn().mutateAsync,
    undo: useUndoReturn().mutateAsync,
    done: (returned) => {
      const message = t("admin.borrowings.bulkReturned", counted(returned.length));
      const owed = returned.reduce((sum, { fineOutstanding }) => sum + fineOutstanding, 0);
      return owed === 0
        ? message
        : { message, detail: t("admin.borrowings.bulkOwed", { amount: format.money(owed) }) };
    },
    undone: t("admin.borrowings.bulkUndone"),
    failed: t("admin.returnFailed"),
  });
  return (
    <BulkDialog
      action={action}
      selection={selection}
      rows={toReturn}
      rowId={({ _id }) => _id}
      none={t("admin.borrowings.bulkNoneOpen")}
      button={t("admin.borrowings.bulkReturn")}
      title={t("admin.borrowings.bulkTitle", counted(toReturn.length))}
      text={t("admin.borrowings.bulkText")}
      confirm={t("admin.borrowings.bulkConfirm", counted(toReturn.length))}
      preview={(borrowing) => (
        <>
          <span className="font-medium font-serif text-base" dir="auto">
            {borrowing.book.title}
          </span>{" "}
          <span className="tabular text-muted text-sm">
            {t("admin.returnedBy", {
              name: borrowing.user?.name ?? "",
              barcode: borrowing.copy.barcode,
            })}
          </span>{" "}
          <span
            className={`tabular text-sm ${borrowing.status === "overdue" ? "text-danger" : "text-subtle"}`}
          >
            {t("borrowings.returned.dueOn", { date: format.date(borrowing.dueOn) })}
          </span>
          {borrowing.fineAmount > 0 ? (
            <span className="text-sm">
              <Fine staff fine={borrowing} />
            </span>
          ) : null}
        </>
      )}
    />
  );
}
