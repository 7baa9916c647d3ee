import { parseMoney } from "./money.ts";

/** The maximum amount of a charge or a price, in smallest units of the currency. */
const MOST_MINOR = 100_000_000;

/** Why a text is not an amount that the server takes; null if it is one. */
export function amountProblem(text: string, decimals: number): "invalid" | "zero" | "high" | null {
  const amount = parseMoney(text, decimals);
  if (amount === null) return "invalid";
  if (amount === 0) return "zero";
  return Math.round(amount * 10 ** decimals) > MOST_MINOR ? "high" : null;
}
