import { Undo2, X } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { type BulkEdit, useBulkEditAct } from "./queries.ts";

/** Gives the books of an edit their former values back. */
export function UndoButton({ edit, size }: { edit: BulkEdit; size?: "sm" }) {
  const { t } = useTranslation();
  const undo = useAction(useBulkEditAct("undo"), { failed: t("bulkEdits.undoFailed") });
  return (
    <Button
      variant="secondary"
      size={size}
      pending={undo.pending}
      onClick={() => void undo.run(edit._id)}
    >
      <Undo2 aria-hidden="true" />
      {t("bulkEdits.undo")}
    </Button>
  );
}

/** Ends an edit before all of its books are changed. */
export function CancelButton({ edit }: { edit: BulkEdit }) {
  const { t } = useTranslation();
  const cancel = useAction(useBulkEditAct("cancel"), { failed: t("bulkEdits.cancelFailed") });
  return (
    <Button
      variant="secondary"
      size="sm"
      pending={cancel.pending}
      onClick={() => void cancel.run(edit._id)}
    >
      <X aria-hidden="true" />
      {t("bulkEdits.cancel")}
    </Button>
  );
}
