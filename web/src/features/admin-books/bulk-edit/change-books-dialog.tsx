import { useState } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { BulkEditDialog } from "./bulk-edit-dialog.tsx";
import { ChangeFields } from "./change-fields.tsx";
import { type ChangeValues, changesOf } from "./change-form.ts";

export interface ChangeBooksDialogProps {
  open: boolean;
  onClose: () => void;
  /** The selected books. */
  selected: readonly string[];
  /** The search and the category of the list, and how many books it finds. */
  found: { search: string; category: string; total: number };
}

/** Changes fields of many books: the selected ones, or all that the list finds. */
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
  return (
    <BulkEditDialog
      open={open}
      onClose={() => {
        onClose();
        setValues({});
        setAll(false);
      }}
      title={t("bulkEdits.changeTitle")}
      description={t("bulkEdits.steps.fields")}
      chosen={all ? { found } : { books: selected }}
      changes={changesOf(values)}
      disabledReason={Object.keys(values).length === 0 ? t("bulkEdits.chooseFirst") : undefined}
    >
      {(errors) => (
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
      )}
    </BulkEditDialog>
  );
}
