import type { Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Select } from "@/ui/select.tsx";
import { KINDS, type Kind } from "./kinds.ts";
import type { ImportColumn } from "./queries.ts";

/** The number of cells of a column that are shown. */
const EXAMPLES = 3;

interface ColumnFieldsProps {
  kind: Kind;
  table: Shape<"ImportedTable">;
  columns: readonly (ImportColumn | null)[];
  onChange: (columns: (ImportColumn | null)[]) => void;
}

/** The columns of a table with their first cells, and the field of each. */
export function ColumnFields({ kind, table, columns, onChange }: ColumnFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const choose = (place: number, field: ImportColumn | null) => {
    // A field belongs to one column: the other one gives it up.
    const next = columns.map((before) => (before === field ? null : before));
    next[place] = field;
    onChange(next);
  };
  return (
    <ul aria-label={t("imports.columns")} className="flex flex-col divide-y divide-line">
      {table.columns.map(({ heading, sample }, place) => {
        const name = heading || t("imports.column", { number: format.count(place + 1) });
        const examples = sample.filter((cell) => cell !== "").slice(0, EXAMPLES);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity, and their order is fixed
            key={place}
            className="grid items-center gap-x-6 gap-y-2 py-3 first:pt-0 sm:grid-cols-[minmax(0,1fr)_15rem]"
          >
            <div className="min-w-0">
              <p className="break-words font-medium" dir="auto">
                {name}
              </p>
              <p className="truncate text-sm text-subtle" dir="auto">
                {examples.join(" · ")}
              </p>
            </div>
            <Select
              hideLabel
              label={`${t("imports.field")}: ${name}`}
              value={columns[place] ?? "ignored"}
              options={[
                { value: "ignored", label: t("imports.ignored") },
                ...KINDS[kind].fields.map((value) => ({
                  value,
                  label: t(`imports.fields.${value}`),
                })),
              ]}
              onValueChange={(value) => choose(place, value === "ignored" ? null : value)}
            />
          </li>
        );
      })}
    </ul>
  );
}
