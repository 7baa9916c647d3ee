import type { KeyboardEvent } from "react";
import type { ApiError } from "@/api/errors.ts";
import type { Copy } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { COPIES_FORM, NEW_COPY_FORM } from "@/lib/limits.ts";
import type { Form, Problems } from "@/lib/use-form.ts";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { type RangeValues, rangeOf } from "./barcode-range.ts";
import { type Condition, ConditionSelect } from "./condition-select.tsx";
import {
  NO_PLACE,
  PlaceFields,
  type PlaceValues,
  placeForm,
  placeProblems,
} from "./place-fields.tsx";
import { useAddCopies } from "./queries.ts";
import { RangeFields } from "./range-fields.tsx";

/** The maximum number of copies that one call adds. */
const MOST_AT_ONCE = COPIES_FORM.count.max;
/** The maximum number of copies whose barcodes are entered one by one. */
const MOST_ROWS = 50;
/** The maximum number of refused barcodes that are named. */
const MOST_NAMED = 5;

/** Where the barcodes of new copies come from: the server, a range of labels, or one field for each. */
const SOURCES = ["generated", "range", "each"] as const;

interface OwnCopy {
  barcode: string;
  condition: Condition | "";
}

const NEW_COPY: OwnCopy = { barcode: "", condition: "" };

interface Values extends PlaceValues, RangeValues {
  source: (typeof SOURCES)[number];
  /** The number of copies, unless a range gives it. */
  count: number | null;
  /** The condition of all copies of a range. */
  condition: Condition | "";
  copies: readonly OwnCopy[];
}

const NOTHING = { count: 1, first: "", last: "", copies: [] };

/** Adds copies of a book at a place, with generated barcodes or with those of labels that staff have. */
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
  const format = useFormat();
  const { decimals } = format;
  const { form, action } = useFormAction({
    initial: {
      ...NO_PLACE,
      ...place,
      ...NOTHING,
      source: "generated",
      checkDigits: true,
      condition: "",
    },
    check: (values: Values): Problems<Values> => ({
      ...(values.source === "range" ? rangeOf(values).problems : countProblems(values)),
      ...placeProblems(values, decimals),
    }),
    save: (values) =>
      add.mutateAsync({
        ...(values.source === "generated"
          ? { count: values.count ?? 1 }
          : { copies: copiesOf(values).map(sentOf) }),
        ...placeForm(values, decimals),
      }),
    done: ({ data }, values) => {
      onAdded(data);
      form.reset({ ...form.values, ...NOTHING });
      const count = values.source === "generated" ? (values.count ?? 1) : copiesOf(values).length;
      return t("admin.books.copiesAdded", { count });
    },
    failed: t("admin.books.addCopiesFailed"),
    refused: (error, { values, refuse }) =>
      refuse({ errors: values.source === "range" ? ofRange(values, error.errors) : error.errors }),
    shows: "toast",
  });
  /** The server's errors about copies of a range as one error of its first barcode. */
  const ofRange = (values: Values, errors: ApiError["errors"]) => {
    const ofCopies = errors.filter(({ field }) => field.startsWith("copies."));
    const [refused] = ofCopies;
    if (!refused) return errors;
    const copies = copiesOf(values);
    const barcodes = ofCopies
      .filter(({ message }) => message === refused.message)
      .map(({ field }) => copies[Number(field.split(".")[1])]?.barcode ?? "");
    const named = format.list(barcodes.slice(0, MOST_NAMED));
    const count = barcodes.length - MOST_NAMED;
    const parts = { message: refused.message, barcodes: named };
    const message =
      count > 0
        ? t("admin.books.range.refusedMore", { ...parts, count, number: format.count(count) })
        : t("admin.books.range.refused", parts);
    return [...errors.filter((error) => !ofCopies.includes(error)), { field: "first", message }];
  };
  const { source } = form.values;
  const added = source === "range" ? rangeOf(form.values).barcodes : null;
  return (
    <form {...form.props} className="flex flex-col gap-4 rounded-card bg-sunken/70 p-4">
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Select
          label={t("admin.books.barcodes")}
          value={source}
          onValueChange={(value) => form.set("source", value)}
          options={SOURCES.map((value) => ({
            value,
            label: t(`admin.books.barcodeSources.${value}`),
          }))}
        />
        {source === "range" ? (
          <ConditionSelect
            label={t("admin.copies.condition")}
            value={form.values.condition}
            onCondition={(condition) => form.set("condition", condition)}
          />
        ) : (
          <NumberField
            label={t("admin.books.howMany")}
            min={1}
            max={source === "each" ? MOST_ROWS : MOST_AT_ONCE}
            {...form.number("count")}
          />
        )}
      </div>
      {source === "range" ? <RangeFields form={form} /> : null}
      {source === "each" ? <Rows form={form} /> : null}
      <div className="grid grid-cols-2 items-start gap-3">
        <PlaceFields form={form} />
      </div>
      <div>
        <Button type="submit" pending={action.pending}>
          {added === null
            ? t("admin.books.addCopies")
            : t("admin.books.addCount", {
                count: added.length,
                number: format.count(added.length),
              })}
        </Button>
      </div>
    </form>
  );
}

function countProblems({ source, count }: Values): Problems<Values> {
  const most = source === "each" ? MOST_ROWS : MOST_AT_ONCE;
  const isValid = count !== null && Number.isInteger(count) && count >= 1 && count <= most;
  return isValid ? {} : { count: { key: "admin.books.countUpTo", values: { most } } };
}

/** The copies with barcodes that staff have entered, one by one or as a range. */
function copiesOf(values: Values): OwnCopy[] {
  if (values.source === "each") return rowsOf(values);
  const { condition } = values;
  return (rangeOf(values).barcodes ?? []).map((barcode) => ({ barcode, condition }));
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
