import { isIsbn } from "../isbn-check.ts";

/** What scanners put before a code to name its symbology (ISO/IEC 15424). */
const SYMBOLOGY = /^\][A-Za-z]\d/u;
const LABEL = /^isbn(?:[-\s]?1[03])?[:\s]*/iu;
/** Hyphens and dashes of every width, the minus sign, and white space. */
const SEPARATORS = /[\s\u002D\u2010-\u2015\u2212]/gu;
/** A number with the two or five digits of the smaller code beside it, such as a price. */
const WITH_ADD_ON = /^(97[89]\d{10})(?:\d{2}|\d{5})$/u;

/** The 13 digits of a number that was typed or scanned; null when the text is no ISBN. */
export function isbnOf(text: string): string | null {
  const plain = text.trim().replace(SYMBOLOGY, "").replace(LABEL, "").replace(SEPARATORS, "");
  const number = WITH_ADD_ON.exec(plain)?.[1] ?? plain.toUpperCase();
  if (!isIsbn(number)) return null;
  return number.length === 13 ? number : toThirteen(number);
}

/** The 13 digits of a number of ten: ISO 2108, annex A. */
function toThirteen(ten: string): string {
  const digits = `978${ten.slice(0, 9)}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return digits + ((10 - (sum % 10)) % 10);
}
