import { type ReactNode, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { BulkAction } from "@/parts/action/use-bulk-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";

interface BulkDialogProps<R> {
  action: BulkAction;
  /** The selected rows that it changes. */
  rows: readonly R[];
  rowId: (row: R) => string;
  /** Why it is not possible when there are none. */
  none: string;
  /** The button that opens the preview. */
  button: string;
  title: string;
  text: string;
  confirm: string;
  /** A row of the preview. */
  preview: (row: R) => ReactNode;
  /** All of them were changed. */
  onDone: () => void;
}

/** The button of an action on selected rows, and the preview in which it is confirmed. */
export function BulkDialog<R>({ action, rows, rowId, none, onDone, ...texts }: BulkDialogProps<R>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const disabledReason = rows.length === 0 ? none : null;

  const act = async () => {
    if (!(await action.run(rows.map(rowId)))) return;
    setOpen(false);
    onDone();
  };
  return (
    <>
      <Button
        size="sm"
        disabledReason={disabledReason}
        onClick={() => {
          action.reset();
          setOpen(true);
        }}
      >
        {texts.button}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={texts.title}
        description={texts.text}
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t("common.cancel")}
            </Button>
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
