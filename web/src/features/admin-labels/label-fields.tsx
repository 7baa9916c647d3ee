import { useTranslation } from "@/lib/i18n/index.ts";
import { Select } from "@/ui/select.tsx";
import type { What } from "./device-options.ts";
import { KINDS, SYMBOLOGIES } from "./job.ts";
import type { FieldsProps } from "./which-copies.tsx";

/** What is on a label or a card. */
export function LabelFields({ what, values, onChange }: FieldsProps & { what: What }) {
  const { t } = useTranslation();
  const hasBarcode = what === "cards" || values.kind !== "spine";
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {what === "cards" ? null : (
        <Select
          label={t("labels.kind")}
          hint={values.kind === "barcode" ? undefined : t("labels.spineHint")}
          value={values.kind}
          onValueChange={(kind) => onChange({ kind })}
          options={KINDS.map((value) => ({ value, label: t(`labels.kinds.${value}`) }))}
        />
      )}
      {hasBarcode ? (
        <Select
          label={t("labels.symbology")}
          hint={t(`labels.symbologyHints.${values.symbology}`)}
          value={values.symbology}
          onValueChange={(symbology) => onChange({ symbology })}
          options={SYMBOLOGIES.map((value) => ({ value, label: t(`labels.symbologies.${value}`) }))}
        />
      ) : null}
    </div>
  );
}
