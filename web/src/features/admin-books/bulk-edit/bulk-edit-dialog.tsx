import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { changed } from "@/api/changes.ts";
import type { ApiError } from "@/api/errors.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { Link } from "@/ui/link.tsx";
import { ProgressBar } from "@/ui/progress-bar.tsx";
import { ChangePreview } from "./change-preview.tsx";
import {
  type BulkChanges,
  type BulkEdit,
  type BulkEditPreview,
  type ChosenBooks,
  isWorking,
  undoable,
  useBulkEdit,
  usePreview,
  useStartBulkEdit,
} from "./queries.ts";
import { UndoButton } from "./undo-button.tsx";

interface BulkEditDialogProps {
  open: boolean;
  /** Called when the dialog closes. The caller empties its fields. */
  onClose: () => void;
  title: string;
  /** What the fields are for. */
  description: string;
  chosen: ChosenBooks;
  changes: BulkChanges;
  /** Why there is nothing to show yet. */
  disabledReason: string | undefined;
  /** The fields, with the server's message on each. */
  children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/**
 * The steps of a bulk edit: the fields, what they would change, and the change itself with its undo. The dialog can be closed
 * while the server works.
 */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { open, onClose, title, description, chosen, changes, disabledReason, children } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (count: number) => ({ count, number: format.count(count) });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [preview, setPreview] = useState<BulkEditPreview | null>(null);
  const [editId, setEditId] = useState<string | null>(null);
  const edit = useBulkEdit(editId).data;
  const client = useQueryClient();
  const endedAs = edit === undefined || isWorking(edit) ? null : edit.state;
  // A list behind the dialog shows the person's own change at once.
  useEffect(() => {
    if (endedAs !== null) void changed(client, "edited");
  }, [endedAs, client]);

  const showPreview = usePreview();
  const look = useAction(
    {
      mutateAsync: async (_: string) => {
        setErrors({});
        setPreview(await showPreview.mutateAsync({ chosen, changes }));
      },
    },
    {
      failed: t("bulkEdits.previewFailed"),
      refused: (error) => {
        setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
        return error.errors.some(({ field }) => field !== "books");
      },
    },
  );
  const startEdit = useStartBulkEdit();
  const start = useAction(
    {
      mutateAsync: async (expectedBooks: number) => {
        const started = await startEdit.mutateAsync({ chosen, changes, expectedBooks });
        setEditId(started._id);
      },
    },
    {
      failed: t("bulkEdits.startFailed"),
      // The list has changed: the preview is shown again.
      refused: (error: ApiError) => {
        if (error.code === "other_books_chosen") setPreview(null);
        return false;
      },
    },
  );

  const close = () => {
    onClose();
    // Lists are read from the search index, which follows the books a moment later.
    if (editId !== null) void changed(client, "edited");
    setPreview(null);
    setEditId(null);
    setErrors({});
  };
  const step = editId !== null ? "edit" : preview !== null ? "preview" : "fields";
  const showChanges = () => void look.run(JSON.stringify([chosen, changes]));
  return (
    <Dialog
      open={open}
      onOpenChange={(opens) => (opens ? undefined : close())}
      width="lg"
      title={title}
      description={step === "fields" ? description : t(`bulkEdits.steps.${step}`)}
      footer={
        step === "fields" ? (
          <>
            <Button variant="secondary" onClick={close}>
              {t("common.cancel")}
            </Button>
            <Button pending={look.pending} disabledReason={disabledReason} onClick={showChanges}>
              {t("bulkEdits.preview")}
            </Button>
          </>
        ) : step === "preview" ? (
          <>
            <Button variant="secondary" onClick={() => setPreview(null)}>
              {t("bulkEdits.back")}
            </Button>
            <Button
              pending={start.pending}
              disabledReason={preview?.changed === 0 ? t("bulkEdits.nothing") : undefined}
              onClick={() => void start.run(preview?.books ?? 0)}
            >
              {t("bulkEdits.change", counted(preview?.changed ?? 0))}
            </Button>
          </>
        ) : (
          <>
            {edit !== undefined && undoable(edit) > 0 ? <UndoButton edit={edit} /> : null}
            <Button onClick={close}>{t("common.close")}</Button>
          </>
        )
      }
    >
      {step === "fields" ? (
        children(errors)
      ) : step === "preview" && preview !== null ? (
        <ChangePreview preview={preview} />
      ) : edit === undefined || isWorking(edit) ? (
        <div className="flex flex-col gap-3" aria-live="polite">
          <ProgressBar
            label={t("bulkEdits.states.changing")}
            share={edit === undefined ? null : edit.done / Math.max(edit.books, 1)}
          />
          <p className="tabular text-muted text-sm">
            {t("bulkEdits.progress", {
              done: format.count(edit?.done ?? 0),
              books: format.count(edit?.books ?? preview?.books ?? 0),
            })}
          </p>
        </div>
      ) : (
        <Outcome edit={edit} />
      )}
    </Dialog>
  );
}

/** What came of an edit that has ended. */
function Outcome({ edit }: { edit: BulkEdit }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (count: number) => ({ count, number: format.count(count) });
  return (
    <div className="flex flex-col gap-2 text-md" aria-live="polite">
      <p>
        {edit.state === "undone"
          ? t("bulkEdits.restored", counted(edit.restored))
          : t("bulkEdits.changed", counted(edit.changed))}
      </p>
      {edit.refused > 0 ? <p>{t("bulkEdits.notChanged", counted(edit.refused))}</p> : null}
      {edit.kept > 0 ? <p>{t("bulkEdits.kept", counted(edit.kept))}</p> : null}
      <p>
        <Link to="/admin/bulk-edits">{t("bulkEdits.showAll")}</Link>
      </p>
    </div>
  );
}
