import { ENGLISH } from "./i18n/languages.ts";

/** Writes amounts of a currency (ISO 4217): `$12.50`, or `12,50 $` in German. */
export function moneyFormat(currency: string, locale: string): (amount: number) => string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return (amount) => format.format(amount);
}

/** The decimal places of a currency: 2 for dollars, 0 for yen. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat(ENGLISH.locale, { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Writes amounts for an input: `2.50`, or `2,50` in German, with all decimal places and without a currency sign. */
export function typedMoney(decimals: number, locale: string): (amount: number) => string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
    // The digits that `parseMoney` accepts.
    numberingSystem: "latn",
  });
  return (amount) => format.format(amount);
}

/**
 * Parses an amount as people type it: `2.50`, `2,50`, or with its sign, `$2.50` or `2,50 €`. Returns null for other
 * texts, and for more decimals than the currency has.
 */
export function parseMoney(text: string, decimals = 2): number | null {
  const number = /^\p{Sc}?\s*(\d{1,9}(?:[.,](\d{1,3}))?)\s*\p{Sc}?$/u.exec(text.trim());
  if (!number?.[1] || (number[2]?.length ?? 0) > decimals) return null;
  return Number(number[1].replace(",", "."));
}
