import { useState } from "react";
import type { ApiError } from "@/api/errors.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { Link } from "@/ui/link.tsx";
import { ProgressBar } from "@/ui/progress-bar.tsx";
import { ChangeFields } from "./change-fields.tsx";
import { type ChangeValues, changesOf } from "./change-form.ts";
import { ChangePreview } from "./change-preview.tsx";
import {
  type BulkEditPreview,
  type ChosenBooks,
  isWorking,
  undoable,
  useBulkEdit,
  usePreview,
  useStartBulkEdit,
} from "./queries.ts";
import { UndoButton } from "./undo-button.tsx";

export interface ChangeBooksDialogProps {
  open: boolean;
  onClose: () => void;
  /** The selected books. */
  selected: readonly string[];
  /** The search and the category of the list, and how many books it finds. */
  found: { search: string; category: string; total: number };
}

/**
 * Changes fields of many books: the fields are chosen, the change is shown, and then made. The dialog can be closed while
 * the server works.
 */
export default function ChangeBooksDialog({
  open,
  onClose,
  selected,
  found,
}: ChangeBooksDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = (count: number) => ({ count, number: format.count(count) });
  const [all, setAll] = useState(false);
  const [values, setValues] = useState<ChangeValues>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [preview, setPreview] = useState<BulkEditPreview | null>(null);
  const [editId, setEditId] = useState<string | null>(null);
  const edit = useBulkEdit(editId).data;
  const chosen: ChosenBooks = all ? { found } : { books: selected };
  const changes = changesOf(values);

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
    setPreview(null);
    setEditId(null);
    setValues({});
    setErrors({});
    setAll(false);
  };
  const step = editId !== null ? "edit" : preview !== null ? "preview" : "fields";
  return (
    <Dialog
      open={open}
      onOpenChange={(opens) => (opens ? undefined : close())}
      width="lg"
      title={t("bulkEdits.changeTitle")}
      description={t(`bulkEdits.steps.${step}`)}
      footer={
        step === "fields" ? (
          <>
            <Button variant="secondary" onClick={close}>
              {t("common.cancel")}
            </Button>
            <Button
              pending={look.pending}
              disabledReason={
                Object.keys(values).length === 0 ? t("bulkEdits.chooseFirst") : undefined
              }
              onClick={() => void look.run(JSON.stringify([chosen, changes]))}
            >
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
        <div className="flex flex-col gap-5">
          {found.total > selected.length ? (
            <fieldset className="flex flex-col gap-2.5">
              <legend className="mb-2 font-medium text-md">{t("bulkEdits.which")}</legend>
              {[false, true].map((isAll) => (
                <label
                  key={String(isAll)}
                  className="flex min-h-6 items-start gap-2.5 text-md touch:min-h-11"
                >
                  <input
                    type="radio"
                    name="which"
                    checked={all === isAll}
                    onChange={() => setAll(isAll)}
                    className="mt-1 size-4 shrink-0 accent-primary"
                  />
                  {isAll
                    ? t("bulkEdits.allFound", counted(found.total))
                    : t("bulkEdits.onlySelected", counted(selected.length))}
                </label>
              ))}
            </fieldset>
          ) : null}
          <ChangeFields values={values} onValues={setValues} errors={errors} />
        </div>
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
      )}
    </Dialog>
  );
}
