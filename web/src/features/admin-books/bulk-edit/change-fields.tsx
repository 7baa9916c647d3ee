import { X } from "lucide-react";
import { useId } from "react";
import { useKinds } from "@/api/queries/kinds.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { IconButton } from "@/ui/icon-button.tsx";
import { KindSelect } from "@/ui/kind-select.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { Select } from "@/ui/select.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import { useCategories } from "../queries.ts";
import { type ChangeField, type ChangeValues, FIELDS } from "./change-form.ts";

interface ChangeFieldsProps {
  values: ChangeValues;
  onValues: (values: ChangeValues) => void;
  errors: Readonly<Record<string, string>>;
}

/** The fields that are to be changed, each added by itself, so that no other field of the books is touched. */
export function ChangeFields({ values, onValues, errors }: ChangeFieldsProps) {
  const { t } = useTranslation();
  const kinds = useKinds();
  const chosen = FIELDS.filter((field) => values[field] !== undefined);
  const hasTypes = (kinds.data?.itemTypes ?? []).some(({ archived }) => !archived);
  const others = FIELDS.filter(
    (field) => values[field] === undefined && (field !== "itemType" || hasTypes),
  );
  const set = (field: ChangeField, value: string | undefined) => {
    const { [field]: _, ...rest } = values;
    onValues(value === undefined ? rest : { ...rest, [field]: value });
  };
  return (
    <>
      {chosen.map((field) => (
        <div key={field} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <ChangeInput
              field={field}
              value={values[field] ?? ""}
              onValue={(value) => set(field, value)}
              error={errors[field]}
            />
          </div>
          <div className="mt-6.5">
            <IconButton
              label={t("bulkEdits.leave", { field: t(`bulkEdits.fields.${field}`) })}
              onClick={() => set(field, undefined)}
            >
              <X />
            </IconButton>
          </div>
        </div>
      ))}
      {others.length > 0 ? (
        <Select
          label={t(chosen.length === 0 ? "bulkEdits.field" : "bulkEdits.anotherField")}
          error={errors.changes}
          value=""
          onValueChange={(field: ChangeField | "") => {
            if (field !== "") set(field, field === "isSemesterStudy" ? "true" : "");
          }}
          options={[
            { value: "", label: t("bulkEdits.chooseField") },
            ...others.map((field) => ({ value: field, label: t(`bulkEdits.fields.${field}`) })),
          ]}
        />
      ) : null}
    </>
  );
}

interface ChangeInputProps {
  field: ChangeField;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}

function ChangeInput({ field, value, onValue, error }: ChangeInputProps) {
  const { t } = useTranslation();
  const label = t(`bulkEdits.fields.${field}`);
  const kinds = useKinds();
  const categories = useCategories();
  const list = useId();
  if (field === "addSubjects" || field === "removeSubjects") {
    return (
      <TextArea
        label={label}
        hint={t("bulkEdits.lines")}
        error={error}
        rows={3}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    );
  }
  if (field === "isSemesterStudy") {
    return (
      <Select
        label={label}
        error={error}
        value={value}
        onValueChange={onValue}
        options={[
          { value: "true", label: t("bulkEdits.marked") },
          { value: "false", label: t("bulkEdits.unmarked") },
        ]}
      />
    );
  }
  if (field === "itemType") {
    return (
      <KindSelect
        label={label}
        none={t("bulkEdits.noItemType")}
        name={field}
        kinds={kinds.data?.itemTypes}
        value={value}
        onValueChange={onValue}
        error={error}
      />
    );
  }
  if (field === "borrowingPeriod") {
    return (
      <NumberField
        label={label}
        hint={t("bulkEdits.libraryDays")}
        error={error}
        optional
        min={1}
        max={365}
        value={value === "" ? null : Number(value)}
        onValueChange={(days) => onValue(days === null ? "" : String(days))}
      />
    );
  }
  const isNeeded = field === "category" || field === "author";
  return (
    <>
      <TextInput
        label={label}
        hint={isNeeded ? undefined : t("bulkEdits.emptyRemoves")}
        error={error}
        optional={!isNeeded}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        {...(field === "category" ? { list } : {})}
      />
      {field === "category" ? (
        <datalist id={list}>
          {categories.data?.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}
