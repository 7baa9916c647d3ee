import { createContext, type ReactNode, useContext, useMemo } from "react";
import { civilDate, formatDate, formatDateTime, formatShortDate } from "./dates.ts";
import { decimalsOf, moneyFormat } from "./money.ts";
import { formatCount } from "./numbers.ts";

/** How the library writes dates, money and numbers. */
export interface Format {
  timeZone: string;
  /** `Jan 5, 2024`; takes instants and civil dates. */
  date: (value: string) => string;
  /** `Jan 5`. */
  shortDate: (value: string) => string;
  /** `Jan 5, 2024 13:45`. */
  dateTime: (value: string) => string;
  /** `$12.50`, in the library's currency. */
  money: (amount: number) => string;
  /** The decimal places of the currency. */
  decimals: number;
  /** `1,234`. */
  count: (count: number) => string;
  /** Today in the library's zone, like `2024-01-05`. */
  today: () => string;
}

/** The format of a library in the given zone, with the given currency. */
export function formatOf(
  timeZone: string,
  now: () => Date = () => new Date(),
  currency = "USD",
): Format {
  return {
    timeZone,
    date: (value) => formatDate(value, timeZone),
    shortDate: (value) => formatShortDate(value, timeZone),
    dateTime: (value) => formatDateTime(value, timeZone),
    money: moneyFormat(currency),
    decimals: decimalsOf(currency),
    count: formatCount,
    today: () => civilDate(now(), timeZone),
  };
}

const FormatContext = createContext<Format>(formatOf("UTC"));

interface FormatProviderProps {
  /** IANA name. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  children: ReactNode;
}

export function FormatProvider({ timeZone, currency, children }: FormatProviderProps) {
  const format = useMemo(() => formatOf(timeZone, undefined, currency), [timeZone, currency]);
  return <FormatContext value={format}>{children}</FormatContext>;
}

export function useFormat(): Format {
  return useContext(FormatContext);
}
