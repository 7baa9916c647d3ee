import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { type Import, type ImportColumn, type Mapping, useMapImport } from "./queries.ts";

const SEPARATORS = [
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "bar"],
] as const;

/** The encodings that are offered; the server knows more by their names. */
const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1254",
  "macintosh",
] as const;

interface ColumnsProps {
  shown: Import;
  /** Called when something was changed that is not checked yet. */
  onChanged: () => void;
}

/** How the file of an import is read; a change is checked before it counts. */
export function Columns({ shown, onChanged }: ColumnsProps) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState<Mapping>({});
  const map = useAction(useMapImport(shown._id), {
    failed: t("imports.mapFailed"),
    shows: "problem",
  });
  const { table } = shown;
  const change = (more: Mapping) => {
    setChanged((before) => ({ ...before, ...more }));
    onChanged();
  };
  // Another separator, encoding or first row makes other columns. The choice is shown until the server has read the file.
  const [chosen, setChosen] = useState<Mapping>({});
  const readsAnew = async (more: Mapping) => {
    setChosen(more);
    await map.run({ ...changed, columns: undefined, ...more });
    setChosen({});
  };
  const columns = changed.columns ?? table?.columns.map(({ field }) => field) ?? [];
  const category = changed.category ?? shown.category ?? "";
  const copies = changed.copiesWithout ?? shown.copiesWithout;
  return (
    <Section title={table ? t("imports.columns") : t("imports.settings")}>
      {table ? (
        <p className="max-w-measure text-md text-muted">{t("imports.columnsLead")}</p>
      ) : null}
      {map.problem ? (
        <Banner tone="danger" focus>
          {map.problem}
        </Banner>
      ) : null}
      <Card>
        <div className="flex flex-col gap-6">
          {table ? (
            <>
              <ColumnFields
                kind={shown.kind}
                table={table}
                columns={columns}
                onChange={(next: (ImportColumn | null)[]) => change({ columns: next })}
              />
              <div className="grid gap-4 border-line border-t pt-5 sm:grid-cols-2 lg:grid-cols-3">
                <Select
                  label={t("imports.separator")}
                  value={chosen.separator ?? table.separator}
                  options={SEPARATORS.map(([value, name]) => ({
                    value,
                    label: t(`imports.separators.${name}`),
                  }))}
                  onValueChange={(separator) => void readsAnew({ separator })}
                />
                <Select
                  label={t("imports.encoding")}
                  value={chosen.encoding ?? table.encoding}
                  options={[...new Set([...ENCODINGS, table.encoding])].map((value) => ({
                    value,
                    label: value,
                  }))}
                  onValueChange={(encoding) => void readsAnew({ encoding })}
                />
                <div className="flex items-end pb-1.5">
                  <Checkbox
                    label={t("imports.hasHeadings")}
                    checked={chosen.hasHeadings ?? table.hasHeadings}
                    onChange={({ target }) => void readsAnew({ hasHeadings: target.checked })}
                  />
                </div>
              </div>
            </>
          ) : null}
          {shown.kind === "books" ? (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextInput
                label={t("imports.category")}
                hint={table ? undefined : t("imports.categoryHint")}
                optional
                maxLength={80}
                value={category}
                onChange={({ target }) => change({ category: target.value })}
              />
              <NumberField
                label={t("imports.copiesWithout")}
                value={copies}
                min={0}
                max={20}
                onValueChange={(value) => change({ copiesWithout: value ?? 0 })}
              />
            </div>
          ) : null}
          <div>
            <Button
              variant={shown.state === "failed" ? "primary" : "secondary"}
              pending={map.pending}
              onClick={() => void map.run(changed)}
            >
              {t("imports.checkAgain")}
            </Button>
          </div>
        </div>
      </Card>
    </Section>
  );
}
