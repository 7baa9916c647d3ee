import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/api/permissions.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { type Translate, useTranslation } from "@/lib/i18n/index.ts";
import { LABELS_FORM } from "@/lib/limits.ts";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { Select } from "@/ui/select.tsx";
import { capacityOf } from "./job.ts";
import { mmText } from "./lengths.ts";
import type { Sheet, Sheets } from "./queries.ts";
import { SheetMap } from "./sheet-map.tsx";
import type { FieldsProps } from "./which-copies.tsx";

// Rarely used: its code is fetched when it is first opened.
const SheetDialog = onDemand(async () => (await import("./sheet-dialog.tsx")).SheetDialog);

interface SheetFieldsProps extends FieldsProps {
  sheets: Sheets;
  sheet: Sheet;
}

/** The sheet, its first free label, and what helps against a printer that does not print where it should. */
export function SheetFields({ sheets, sheet, values, onChange }: SheetFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isOwn = sheets.own.some(({ code }) => code === sheet.code);
  const most = capacityOf(sheet);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <Select
          label={t("labels.sheet")}
          value={sheet.code}
          onValueChange={(code) => onChange({ sheet: code, first: 1 })}
          options={[...sheets.own, ...sheets.known].map((one) => ({
            value: one.code,
            label: sheetName(one, t, format.locale),
          }))}
        />
        <OwnSheetButtons
          sheets={sheets}
          sheet={sheet}
          isOwn={isOwn}
          onSheet={(code) => onChange({ sheet: code, first: 1 })}
        />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <SheetMap sheet={sheet} first={values.first} onFirst={(first) => onChange({ first })} />
        <div className="flex flex-col gap-4">
          <NumberField
            label={t("labels.firstFree")}
            hint={t("labels.firstHint", { most })}
            value={values.first}
            min={1}
            max={most}
            onValueChange={(first) =>
              onChange({ first: Math.min(Math.max(Math.round(first ?? 1), 1), most) })
            }
          />
          <Checkbox
            label={t("labels.outline")}
            hint={t("labels.outlineHint")}
            checked={values.outline}
            onChange={({ target }) => onChange({ outline: target.checked })}
          />
          <Shifts values={values} onChange={onChange} />
        </div>
      </div>
    </div>
  );
}

/** A sheet with its maker, the size of its labels and their number: `Avery L7160: 63.5 × 38.1 mm, 21 labels`. */
function sheetName(sheet: Sheet, t: Translate, locale: string): string {
  const measures = t("labels.measures", {
    width: mmText(sheet.labelWidthUm, locale),
    height: mmText(sheet.labelHeightUm, locale),
    count: capacityOf(sheet),
  });
  const card = sheet.code.startsWith("card") ? t("labels.cardPage") : "";
  const name = [sheet.maker || card, sheet.name].filter(Boolean).join(" ");
  return `${name}: ${measures}`;
}

/** By how much the printer is off, in millimetres. */
function Shifts({ values, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const most = LABELS_FORM.shiftRight.max / 10;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium text-md">{t("labels.shift")}</legend>
      <p className="text-sm text-subtle">{t("labels.shiftHint")}</p>
      <div className="grid gap-3 xl:grid-cols-2">
        {(["shiftRight", "shiftDown"] as const).map((name) => (
          <NumberField
            key={name}
            label={t(`labels.${name}`)}
            value={values[name] / 10}
            min={-most}
            max={most}
            step={0.1}
            onValueChange={(mm) =>
              onChange({
                [name]: Math.round(Math.min(Math.max(mm ?? 0, -most), most) * 10),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

interface OwnSheetButtonsProps {
  sheets: Sheets;
  sheet: Sheet;
  isOwn: boolean;
  onSheet: (code: string) => void;
}

/** Adds a sheet with the measures of the chosen one, or changes an own one. */
function OwnSheetButtons({ sheets, sheet, isOwn, onSheet }: OwnSheetButtonsProps) {
  const { t } = useTranslation();
  const may = useMay();
  const [edited, setEdited] = useState<"new" | "chosen" | null>(null);
  const [opened, setOpened] = useState(false);
  if (!may("manage_catalogue")) return null;
  const open = (which: "new" | "chosen") => {
    setOpened(true);
    setEdited(which);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => open("new")}>
        <Plus aria-hidden="true" />
        {t("labels.newSheet")}
      </Button>
      {isOwn ? (
        <Button variant="secondary" size="sm" onClick={() => open("chosen")}>
          <Pencil aria-hidden="true" />
          {t("labels.editSheet")}
        </Button>
      ) : null}
      {opened ? (
        <SheetDialog
          edited={edited}
          sheets={sheets}
          sheet={sheet}
          onClose={() => setEdited(null)}
          onSheet={onSheet}
        />
      ) : null}
    </div>
  );
}
