const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$12.50` from an amount in dollars. */
export function formatMoney(amount: number): string {
  return dollars.format(amount);
}
