import type { KeyboardEvent } from "react";
import type { Copy } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { COPIES_FORM, NEW_COPY_FORM } from "@/lib/limits.ts";
import type { Form, Problems } from "@/lib/use-form.ts";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { type Condition, ConditionSelect } from "./condition-select.tsx";
import {
  NO_PLACE,
  PlaceFields,
  type PlaceValues,
  placeForm,
  placeProblems,
} from "./place-fields.tsx";
import { useAddCopies } from "./queries.ts";

/** The maximum number of copies that one call adds. */
const MOST_AT_ONCE = COPIES_FORM.count.max;
/** The maximum number of copies whose barcodes are entered at once. */
const MOST_ROWS = 50;

interface OwnCopy {
  barcode: string;
  condition: Condition | "";
}

const NEW_COPY: OwnCopy = { barcode: "", condition: "" };

interface Values extends PlaceValues {
  count: number | null;
  /** Whether barcodes and conditions are entered one by one. */
  own: boolean;
  copies: readonly OwnCopy[];
}

/** Adds copies of a book at a place, with generated barcodes or with barcodes that staff enter or scan. */
export function AddCopies({
  bookId,
  place,
  onAdded,
}: {
  bookId: string;
  /** Called with all copies of the book when some were added. */
  onAdded: (copies: readonly Copy[]) => void;
  /** Where the other copies of the book stand. */
  place: Pick<PlaceValues, "callNumber" | "location">;
}) {
  const { t } = useTranslation();
  const add = useAddCopies(bookId);
  const { decimals } = useFormat();
  const { form, action } = useFormAction({
    initial: { count: 1, ...NO_PLACE, ...place, own: false, copies: [] },
    check: ({ count, own, price }: Values): Problems<Values> => {
      const most = own ? MOST_ROWS : MOST_AT_ONCE;
      const isValid = count !== null && Number.isInteger(count) && count >= 1 && count <= most;
      return {
        ...(isValid ? {} : { count: { key: "admin.books.countUpTo", values: { most } } }),
        ...placeProblems({ price }, decimals),
      };
    },
    save: (values) =>
      add.mutateAsync({
        ...(values.own ? { copies: rowsOf(values).map(sentOf) } : { count: values.count ?? 1 }),
        ...placeForm(values, decimals),
      }),
    done: ({ data }, { count }) => {
      onAdded(data);
      form.reset({ ...form.values, count: 1, copies: [] });
      return t("admin.books.copiesAdded", { count: count ?? 1 });
    },
    failed: t("admin.books.addCopiesFailed"),
    shows: "toast",
  });
  return (
    <form {...form.props} className="flex flex-col gap-4 rounded-card bg-sunken/70 p-4">
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        <NumberField
          label={t("admin.books.howMany")}
          min={1}
          max={form.values.own ? MOST_ROWS : MOST_AT_ONCE}
          {...form.number("count")}
        />
        <PlaceFields form={form} />
      </div>
      <Checkbox label={t("admin.books.ownBarcodes")} {...form.box("own")} />
      {form.values.own ? <Rows form={form} /> : null}
      <div>
        <Button type="submit" pending={action.pending}>
          {t("admin.books.addCopies")}
        </Button>
      </div>
    </form>
  );
}

/** The copies that are entered one by one: as many as the count says. */
function rowsOf({ count, copies }: Pick<Values, "count" | "copies">): OwnCopy[] {
  const length = Math.min(Math.max(count ?? 0, 0), MOST_ROWS);
  return Array.from({ length }, (_, index) => copies[index] ?? NEW_COPY);
}

function sentOf({ barcode, condition }: OwnCopy) {
  return { barcode, condition: condition === "" ? null : condition };
}

/** A barcode and a condition for each new copy. Enter, which scanners send, goes to the next barcode. */
function Rows({ form }: { form: Form<Values> }) {
  const { t } = useTranslation();
  const rows = rowsOf(form.values);
  const change = (index: number, part: Partial<OwnCopy>) =>
    form.set(
      "copies",
      rows.map((row, place) => (place === index ? { ...row, ...part } : row)),
    );
  const toNext = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key !== "Enter" || index === rows.length - 1) return;
    event.preventDefault();
    event.currentTarget.form
      ?.querySelector<HTMLInputElement>(`[name="copies.${index + 1}.barcode"]`)
      ?.focus();
  };
  return (
    <ol className="flex flex-col gap-3">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is the copy of its number
        <li key={index} className="grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-3">
          <TextInput
            hideLabel={index > 0}
            label={
              index > 0
                ? t("admin.books.barcodeOf", { number: index + 1 })
                : t("admin.copies.barcode")
            }
            hint={index > 0 ? undefined : t("admin.books.barcodeHint")}
            optional
            name={`copies.${index}.barcode`}
            autoComplete="off"
            maxLength={NEW_COPY_FORM.barcode.max}
            value={row.barcode}
            error={form.refusal(`copies.${index}.barcode`)}
            onChange={({ target }) => change(index, { barcode: target.value })}
            onKeyDown={(event) => toNext(event, index)}
          />
          <ConditionSelect
            hideLabel={index > 0}
            label={
              index > 0
                ? t("admin.books.conditionOf", { number: index + 1 })
                : t("admin.copies.condition")
            }
            value={row.condition}
            onCondition={(condition) => change(index, { condition })}
          />
        </li>
      ))}
    </ol>
  );
}
