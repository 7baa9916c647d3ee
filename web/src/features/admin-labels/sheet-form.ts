import { LABEL_SHEET_FORM } from "@/lib/limits.ts";
import type { Problem, Problems } from "@/lib/use-form.ts";
import { inMm, inUm } from "./lengths.ts";
import type { Sheet, SheetForm } from "./queries.ts";
import type { Measures } from "./sheet-map.tsx";

/** The lengths of a sheet, in the order of the form. Lengths are in millimetres, and named as in the API. */
export const LENGTHS = [
  { name: "pageWidthUm", isCount: false },
  { name: "pageHeightUm", isCount: false },
  { name: "labelWidthUm", isCount: false },
  { name: "labelHeightUm", isCount: false },
  { name: "columns", isCount: true },
  { name: "rows", isCount: true },
  { name: "marginLeftUm", isCount: false },
  { name: "marginTopUm", isCount: false },
  { name: "columnGapUm", isCount: false },
  { name: "rowGapUm", isCount: false },
] as const;

export type LengthName = (typeof LENGTHS)[number]["name"];

/** The values of the form: lengths in millimetres. */
export type SheetValues = Record<LengthName, number | null> & { name: string };

export function valuesOf(sheet: Sheet, name: string): SheetValues {
  const lengths = LENGTHS.map((length) => [
    length.name,
    length.isCount ? sheet[length.name] : inMm(sheet[length.name]),
  ]);
  return { ...(Object.fromEntries(lengths) as Record<LengthName, number>), name };
}

/** A sheet as it is sent. */
export function sheetForm(values: SheetValues): SheetForm {
  const lengths = LENGTHS.map(({ name, isCount }) => [
    name,
    isCount ? (values[name] ?? 0) : inUm(values[name]),
  ]);
  return { ...(Object.fromEntries(lengths) as Record<LengthName, number>), name: values.name };
}

/** Stored sheets as they are sent again. */
export function formsOf(sheets: readonly Sheet[]): SheetForm[] {
  return sheets.map((sheet) => ({
    ...sheetForm(valuesOf(sheet, sheet.name)),
    code: sheet.code,
  }));
}

/** The measures to draw; null while one is missing, or the labels do not fit on the page. */
export function measuresOf(values: SheetValues): Measures | null {
  const { name: _name, ...problems } = checkSheet({ ...values, name: "-" }, []);
  if (Object.values(problems).some((problem) => problem !== undefined)) return null;
  const form = sheetForm(values);
  return { ...form, columnGapUm: form.columnGapUm ?? 0, rowGapUm: form.rowGapUm ?? 0 };
}

/** Checks the values as the server does. */
export function checkSheet(values: SheetValues, others: readonly Sheet[]): Problems<SheetValues> {
  const problems: Problems<SheetValues> = {};
  const name = values.name.trim().toLowerCase();
  if (name === "") problems.name = "labels.nameMissing";
  else if (others.some((other) => other.name.toLowerCase() === name)) {
    problems.name = "labels.nameTwice";
  }
  for (const { name: length, isCount } of LENGTHS) {
    problems[length] = outOfRange(values[length], LABEL_SHEET_FORM[length], isCount);
  }
  if (LENGTHS.some(({ name: length }) => problems[length] !== undefined)) return problems;
  const form = sheetForm(values);
  const right = extent(form.marginLeftUm, form.columns, form.labelWidthUm, form.columnGapUm ?? 0);
  const bottom = extent(form.marginTopUm, form.rows, form.labelHeightUm, form.rowGapUm ?? 0);
  if (right > form.pageWidthUm) problems.labelWidthUm = "labels.tooWide";
  if (bottom > form.pageHeightUm) problems.labelHeightUm = "labels.tooHigh";
  return problems;
}

function outOfRange(
  value: number | null,
  limits: { min: number; max: number },
  isCount: boolean,
): Problem | undefined {
  const sent = isCount ? value : value === null ? null : inUm(value);
  const isWhole = !isCount || Number.isInteger(value);
  if (sent !== null && isWhole && sent >= limits.min && sent <= limits.max) return undefined;
  const shown = (limit: number) => (isCount ? limit : inMm(limit));
  return {
    key: isCount ? "labels.countRange" : "labels.lengthRange",
    values: { min: shown(limits.min), max: shown(limits.max) },
  };
}

/** Where the last label ends. */
function extent(margin: number, count: number, size: number, gap: number): number {
  return margin + count * size + (count - 1) * gap;
}
