/** Micrometres of a millimetre. */
const UM = 1000;

/** A length of the server in millimetres. */
export function inMm(um: number): number {
  return um / UM;
}

/** A length in millimetres as the server has it: whole micrometres. */
export function inUm(mm: number | null): number {
  return mm === null ? 0 : Math.round(mm * UM);
}

/** A length with at most two decimals: `63.5`. */
export function mmText(um: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(inMm(um));
}
