import { type ReactNode, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { BulkAction } from "@/parts/action/use-bulk-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import type { Selection } from "./use-selection.ts";

interface BulkDialogProps<R> {
  action: BulkAction;
  selection: Selection<R>;
  /** The selected rows that it changes. */
  rows: readonly R[];
  rowId: (row: R) => string;
  /** Why it is not possible if there are none. */
  none: string;
  /** The label of the button that opens the preview. */
  button: string;
  title: string;
  text: string;
  confirm: string;
  /** A row of the preview. */
  preview: (row: R) => ReactNode;
}

/**
 * The button of an action on selected rows, and the preview in which it is confirmed. The preview keeps the rows of the
 * moment in which it was opened; after a failure, the ones that were not changed.
 *
 * While the action runs, the preview cannot be closed: the changes would go on unseen. Its button stops the action
 * instead. Then the preview closes, and the rows that were not changed stay selected.
 */
export function BulkDialog<R>({
  action,
  selection,
  rows,
  rowId,
  none,
  ...texts
}: BulkDialogProps<R>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const disabledReason = rows.length === 0 ? none : null;

  const show = () => {
    action.reset();
    selection.hold(rows.map(rowId));
    setOpen(true);
  };
  const close = () => {
    selection.release();
    setOpen(false);
  };
  const act = async () => {
    const { end, unchanged } = await action.run(rows.map(rowId));
    if (end === "failed") return selection.hold(unchanged);
    close();
    if (end === "done") selection.clear();
  };
  return (
    <>
      <Button size="sm" disabledReason={disabledReason} onClick={show}>
        {texts.button}
      </Button>
      <Dialog
        open={open}
        onOpenChange={(opens) => (opens ? show() : close())}
        footerCloses={action.pending}
        title={texts.title}
        description={texts.text}
        footer={
          <>
            {action.pending ? (
              <Button variant="secondary" pending={action.stopping} onClick={action.stop}>
                {t("list.stop")}
              </Button>
            ) : (
              <Button variant="secondary" onClick={close}>
                {t("common.cancel")}
              </Button>
            )}
            <Button
              pending={action.pending}
              disabledReason={disabledReason}
              onClick={() => void act()}
            >
              {texts.confirm}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {action.problem === null ? null : <Banner tone="danger">{action.problem}</Banner>}
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={rowId(row)} className="flex flex-col gap-0.5 py-2 text-md">
                {texts.preview(row)}
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    </>
  );
}
