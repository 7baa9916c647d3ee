import { COPIES_FORM, NEW_COPY_FORM } from "@/lib/limits.ts";
import type { Problem } from "@/lib/use-form.ts";

/** The maximum number of copies that one call adds. */
const MOST = COPIES_FORM.copies.max;

/** A range of barcodes as it is entered. */
export interface RangeValues {
  /** Its first and its last barcode. */
  first: string;
  last: string;
  /** Whether the last digit is a check digit, where `mayHaveCheckDigits`. */
  checkDigits: boolean;
}

type RangeField = "first" | "last";

/** The barcodes of a range, in order, or what is wrong with one of its ends. */
export type BarcodeRange =
  | { barcodes: readonly string[]; problems: null }
  | { barcodes: null; problems: { [F in RangeField]?: Problem } };

/**
 * Expands a range of barcodes that have the same beginning and end in a number with the same count of digits, such as
 * `A-0017` to `A-0032`. Barcodes are compared without regard to case; those of the range begin as the first one does.
 */
export function rangeOf({ first, last, checkDigits }: RangeValues): BarcodeRange {
  const ends = { first: partsOf(first), last: partsOf(last) };
  if (ends.first === null || ends.last === null) {
    const problems: { [F in RangeField]?: Problem } = {};
    if (ends.first === null) problems.first = problemOf(first);
    if (ends.last === null) problems.last = problemOf(last);
    return { barcodes: null, problems };
  }
  const wrong = (last: Problem): BarcodeRange => ({ barcodes: null, problems: { last } });
  const { prefix, digits } = ends.first;
  if (ends.last.prefix.toLowerCase() !== prefix.toLowerCase()) {
    return wrong("admin.books.range.otherBeginning");
  }
  if (ends.last.digits.length !== digits.length) return wrong("admin.books.range.otherLength");
  const checked = checkDigits && mayHaveCheckDigits({ first, last });
  const numberOf = (text: string) => BigInt(checked ? text.slice(0, -1) : text);
  const start = numberOf(digits);
  const more = numberOf(ends.last.digits) - start;
  if (more < 0n) return wrong("admin.books.range.descending");
  if (more >= MOST) return wrong({ key: "admin.books.range.tooMany", values: { most: MOST } });
  const width = checked ? digits.length - 1 : digits.length;
  const barcodes = Array.from({ length: Number(more) + 1 }, (_, place) => {
    const number = (start + BigInt(place)).toString().padStart(width, "0");
    return `${prefix}${number}${checked ? checkDigitOf(number) : ""}`;
  });
  return { barcodes, problems: null };
}

/**
 * Whether both ends have 14 digits of which the last is the right check digit, as the barcodes that Carrel generates and
 * those of many library suppliers. Such labels are not numbered one after the other.
 */
export function mayHaveCheckDigits({ first, last }: Pick<RangeValues, RangeField>): boolean {
  return [first, last].every((barcode) => {
    const code = barcode.trim();
    return /^\d{14}$/.test(code) && checkDigitOf(code.slice(0, -1)) === code.at(-1);
  });
}

/** The check digit of digits by the formula of Luhn (ISO/IEC 7812-1, annex B). */
function checkDigitOf(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** A barcode as its beginning and the number at its end; null when it has none or is too long. */
function partsOf(barcode: string): { prefix: string; digits: string } | null {
  const code = barcode.trim();
  const digits = /\d+$/.exec(code)?.[0];
  if (digits === undefined || [...code].length > NEW_COPY_FORM.barcode.max) return null;
  return { prefix: code.slice(0, -digits.length), digits };
}

/** Why a barcode cannot be the end of a range. */
function problemOf(barcode: string): Problem {
  if (barcode.trim() === "") return "admin.books.barcodeRequired";
  return /\d$/.test(barcode.trim())
    ? { key: "admin.books.range.tooLong", values: { max: NEW_COPY_FORM.barcode.max } }
    : "admin.books.range.noNumber";
}
