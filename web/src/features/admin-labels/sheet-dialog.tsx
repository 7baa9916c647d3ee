import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { LABEL_SHEET_FORM } from "@/lib/limits.ts";
import type { Form } from "@/lib/use-form.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { type Sheet, type Sheets, useSaveSheets } from "./queries.ts";
import {
  checkSheet,
  formsOf,
  LENGTHS,
  measuresOf,
  type SheetValues,
  sheetForm,
  valuesOf,
} from "./sheet-form.ts";
import { SheetDrawing } from "./sheet-map.tsx";

interface SheetDialogProps {
  /** Whether a new sheet or the chosen one is edited; null while it is closed. */
  edited: "new" | "chosen" | null;
  sheets: Sheets;
  /** The chosen sheet, whose measures a new one begins with. */
  sheet: Sheet;
  onClose: () => void;
  /** Called with the code of the sheet to choose. */
  onSheet: (code: string) => void;
}

/** Adds or changes one of the library's own sheets, measured in millimetres. */
export function SheetDialog({ edited, sheets, sheet, onClose, onSheet }: SheetDialogProps) {
  const { t } = useTranslation();
  // The closing animation shows what was edited.
  const [last, setLast] = useState(edited);
  if (edited !== null && edited !== last) setLast(edited);
  const formId = useId();
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open={edited !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      width="lg"
      title={t(last === "chosen" ? "labels.editSheet" : "labels.newSheet")}
      description={t("labels.sheetLead")}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} pending={pending}>
            {t("labels.saveSheet")}
          </Button>
        </>
      }
    >
      <Editor
        key={`${last} ${sheet.code}`}
        formId={formId}
        isNew={last !== "chosen"}
        sheets={sheets}
        sheet={sheet}
        onPending={setPending}
        onDone={(code) => {
          onSheet(code);
          onClose();
        }}
      />
    </Dialog>
  );
}

interface EditorProps {
  formId: string;
  isNew: boolean;
  sheets: Sheets;
  sheet: Sheet;
  onPending: (pending: boolean) => void;
  onDone: (code: string) => void;
}

function Editor({ formId, isNew, sheets, sheet, onPending, onDone }: EditorProps) {
  const { t } = useTranslation();
  const save = useSaveSheets();
  const place = isNew ? sheets.own.length : sheets.own.findIndex(({ code }) => code === sheet.code);
  const others = sheets.own.filter((_, index) => index !== place);
  const { form, action } = useFormAction({
    initial: valuesOf(sheet, isNew ? "" : sheet.name),
    check: (values: SheetValues) => checkSheet(values, others),
    save: async (values) => {
      onPending(true);
      try {
        const changed = { ...sheetForm(values), ...(isNew ? {} : { code: sheet.code }) };
        const list = formsOf(sheets.own);
        list.splice(place, isNew ? 0 : 1, changed);
        return await save.mutateAsync({ sheets: list, version: sheets.version });
      } finally {
        onPending(false);
      }
    },
    done: (saved) => {
      onDone(saved.own[place]?.code ?? sheet.code);
      return t("labels.sheetSaved");
    },
    failed: t("labels.sheetFailed"),
    // The errors of the server name a place in the list of all sheets.
    refused: (error, { refuse }) =>
      refuse({
        errors: error.errors.map(({ field, message }) => ({
          field: field.replace(`sheets.${place}.`, ""),
          message,
        })),
      }),
  });
  const measures = measuresOf(form.values);
  return (
    <form id={formId} {...form.props} className="flex flex-col gap-5">
      <FormProblem action={action} />
      <div className="grid items-start gap-6 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <div className="flex flex-col gap-4">
          <TextInput
            label={t("labels.sheetName")}
            maxLength={LABEL_SHEET_FORM.name.max}
            {...form.text("name")}
          />
          <Lengths form={form} />
        </div>
        <div className="max-sm:hidden">
          {measures ? <SheetDrawing sheet={measures} first={1} /> : null}
        </div>
      </div>
      {isNew ? null : (
        <DeleteButton sheets={sheets} sheet={sheet} others={others} onDone={onDone} />
      )}
    </form>
  );
}

/** The lengths in millimetres, and the numbers of labels. */
function Lengths({ form }: { form: Form<SheetValues> }) {
  const { t } = useTranslation();
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      {LENGTHS.map(({ name, isCount }) => (
        <NumberField
          key={name}
          label={t(`labels.lengths.${name}`)}
          min={isCount ? 1 : 0}
          step={isCount ? 1 : 0.1}
          {...form.number(name)}
        />
      ))}
    </div>
  );
}

interface DeleteButtonProps {
  sheets: Sheets;
  sheet: Sheet;
  others: readonly Sheet[];
  onDone: (code: string) => void;
}

function DeleteButton({ sheets, sheet, others, onDone }: DeleteButtonProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const save = useSaveSheets();
  const remove = useAction(
    {
      mutateAsync: () => save.mutateAsync({ sheets: formsOf(others), version: sheets.version }),
    },
    {
      done: ({ known }) => {
        onDone(known[0]?.code ?? "");
        return t("labels.sheetDeleted");
      },
      failed: t("labels.sheetFailed"),
      shows: "problem",
    },
  );
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setAsks(true)}>
        <Trash2 aria-hidden="true" />
        {t("labels.deleteSheet")}
      </Button>
      <ActionDialog
        open={asks}
        onOpenChange={setAsks}
        action={remove}
        title={t("labels.deleteTitle", { name: sheet.name })}
        text={t("labels.deleteText")}
        confirm={t("labels.deleteSheet")}
        onConfirm={() => remove.run()}
      />
    </div>
  );
}
