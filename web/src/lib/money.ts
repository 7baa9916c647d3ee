const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$12.50` from an amount in dollars. */
export function formatMoney(amount: number): string {
  return dollars.format(amount);
}

/**
 * The dollars of an amount as it is typed, like `2.50`, `$2.50` or `2,50`; null when it is not an
 * amount in whole cents.
 */
export function parseMoney(text: string): number | null {
  const digits = /^\$?\s*(\d{1,7}(?:[.,]\d{1,2})?)$/.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits.replace(",", "."));
}
