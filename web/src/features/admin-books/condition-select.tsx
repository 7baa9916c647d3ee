import type { Copy } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Select } from "@/ui/select.tsx";

export type Condition = NonNullable<Copy["condition"]>;

const CONDITIONS: readonly Condition[] = ["new", "good", "fair", "poor"];

/** The condition of a copy; empty if unknown. */
export function ConditionSelect({
  label,
  hideLabel,
  value,
  onCondition,
}: {
  label: string;
  hideLabel?: boolean;
  value: Condition | "";
  onCondition: (condition: Condition | "") => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      value={value}
      onValueChange={onCondition}
      options={[
        { value: "", label: t("admin.books.noCondition") },
        ...CONDITIONS.map((condition) => ({
          value: condition,
          label: t(`admin.copies.conditions.${condition}`),
        })),
      ]}
    />
  );
}
