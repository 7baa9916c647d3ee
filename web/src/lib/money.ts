/** Writes amounts of a currency (ISO 4217): `$12.50`. */
export function moneyFormat(currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return (amount) => format.format(amount);
}

/**
 * An amount as it is typed, like `2.50`, `2,50`, or with its sign, `$2.50`; null when it is not an
 * amount in whole cents.
 */
export function parseMoney(text: string): number | null {
  const digits = /^\p{Sc}?\s*(\d{1,7}(?:[.,]\d{1,2})?)$/u.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits.replace(",", "."));
}
