import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { LABELS_FORM } from "@/lib/limits.ts";
import { Select } from "@/ui/select.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import { barcodesIn, type Chosen, sourcesFor, type Values } from "./job.ts";

export interface FieldsProps {
  values: Values;
  onChange: (changes: Partial<Values>) => void;
}

/** Chooses the copies that get labels. */
export function WhichCopies({ chosen, values, onChange }: FieldsProps & { chosen: Chosen }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t("labels.source")}
        value={values.source}
        onValueChange={(source) => onChange({ source })}
        options={sourcesFor(chosen).map((value) => ({
          value,
          label:
            value === "copies"
              ? t("labels.sources.copies", { count: chosen.copies.length })
              : t(`labels.sources.${value}`),
        }))}
      />
      {values.source === "range" ? <Range values={values} onChange={onChange} /> : null}
      {values.source === "since" ? (
        <TextInput
          type="date"
          label={t("labels.since")}
          hint={t("labels.sinceHint")}
          value={values.since}
          max={format.today()}
          onChange={({ target }) => onChange({ since: target.value })}
        />
      ) : null}
      {values.source === "list" ? (
        <TextArea
          label={t("labels.list")}
          hint={listHint(values.list, t("labels.listHint"), (entered) =>
            t("labels.listCount", { count: entered, number: format.count(entered) }),
          )}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          value={values.list}
          onChange={({ target }) => onChange({ list: target.value })}
        />
      ) : null}
    </div>
  );
}

function listHint(list: string, empty: string, words: (entered: number) => string): string {
  const entered = barcodesIn(list).length;
  return entered === 0 ? empty : words(entered);
}

function Range({ values, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid gap-4 sm:grid-cols-2">
        {(["from", "to"] as const).map((end) => (
          <TextInput
            key={end}
            optional
            label={t(`labels.${end}`)}
            value={values[end]}
            maxLength={LABELS_FORM.barcodeFrom.max}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ [end]: target.value })}
          />
        ))}
      </div>
      <p className="text-sm text-subtle">{t("labels.rangeHint")}</p>
    </div>
  );
}
