import { lazily } from "./lazily.ts";

/** Writes numbers in a locale. */
export interface NumberFormats {
  /** `1,234`. */
  count: (count: number) => string;
  /** `4.5`: always one decimal place. */
  average: (average: number) => string;
  /** `12%`, for a number in percent. */
  percent: (percent: number) => string;
}

export function numberFormats(locale: string): NumberFormats {
  const whole = lazily(() => new Intl.NumberFormat(locale));
  const oneDecimal = lazily(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  );
  const share = lazily(() => new Intl.NumberFormat(locale, { style: "percent" }));
  return {
    count: (count) => whole().format(count),
    average: (average) => oneDecimal().format(average),
    percent: (percent) => share().format(percent / 100),
  };
}
