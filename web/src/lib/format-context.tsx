import { createContext, type ReactNode, useContext, useMemo } from "react";
import {
  civilDate,
  formatDate,
  formatDateTime,
  formatMonth,
  formatShortDate,
  formatWeekday,
} from "./dates.ts";
import { useLanguage } from "./i18n/index.ts";
import { ENGLISH } from "./i18n/languages.ts";
import { lazily } from "./lazily.ts";
import { decimalsOf, moneyFormat, typedMoney } from "./money.ts";
import { type NumberFormats, numberFormats } from "./numbers.ts";
import { WEEKDAYS, type Weekday } from "./weekdays.ts";

/** Formats dates, money, numbers and names, in the zone and currency of the library and the language of the page. */
export interface Format extends NumberFormats {
  timeZone: string;
  /** The locale of the language, for other uses of `Intl`. */
  locale: string;
  /** `Jan 5, 2024`; takes instants and civil dates. */
  date: (value: string) => string;
  /** `Jan 5`. */
  shortDate: (value: string) => string;
  /** `Jan 5, 2024 13:45`. */
  dateTime: (value: string) => string;
  /** `Nov`, or `Nov 2026`, of a month such as `2026-11`. */
  month: (month: string, withYear: boolean) => string;
  /** `Monday`, or `Mon`, of a day by its name or by its number, from 1 for Monday. */
  weekday: (weekday: Weekday | number, length: "long" | "short") => string;
  /** `$12.50`, in the library's currency. */
  money: (amount: number) => string;
  /** `12.50`: the same amount in an input. */
  typedMoney: (amount: number) => string;
  /** The decimal places of the currency. */
  decimals: number;
  /** `Math, Physics`. */
  list: (items: readonly string[]) => string;
  /** `Euro`, for a code (ISO 4217). */
  currencyName: (code: string) => string;
  /** Orders texts as a dictionary does. */
  compare: (one: string, other: string) => number;
  /** Today in the library's zone, like `2024-01-05`. */
  today: () => string;
}

/** The format of a library in the given zone, with the given currency, in the given locale. */
export function formatOf(
  timeZone: string,
  now: () => Date = () => new Date(),
  currency = "USD",
  locale = ENGLISH.locale,
): Format {
  const money = lazily(() => moneyFormat(currency, locale));
  const decimals = lazily(() => decimalsOf(currency));
  const typed = lazily(() => typedMoney(decimals(), locale));
  return {
    ...numberFormats(locale),
    timeZone,
    locale,
    date: (value) => formatDate(value, timeZone, locale),
    shortDate: (value) => formatShortDate(value, timeZone, locale),
    dateTime: (value) => formatDateTime(value, timeZone, locale),
    month: (month, withYear) => formatMonth(month, withYear, locale),
    weekday: (weekday, length) =>
      formatWeekday(
        typeof weekday === "number" ? weekday : 1 + WEEKDAYS.indexOf(weekday),
        length,
        locale,
      ),
    money: (amount) => money()(amount),
    typedMoney: (amount) => typed()(amount),
    get decimals() {
      return decimals();
    },
    list: lists(locale),
    currencyName: currencyNames(locale),
    compare: collation(locale),
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
  const { locale } = useLanguage();
  const format = useMemo(
    () => formatOf(timeZone, undefined, currency, locale),
    [timeZone, currency, locale],
  );
  return <FormatContext value={format}>{children}</FormatContext>;
}

export function useFormat(): Format {
  return useContext(FormatContext);
}

function lists(locale: string): Format["list"] {
  const format = lazily(() => new Intl.ListFormat(locale, { type: "unit", style: "short" }));
  return (items) => format().format(items);
}

function currencyNames(locale: string): Format["currencyName"] {
  const names = lazily(() => new Intl.DisplayNames(locale, { type: "currency" }));
  return (code) => names().of(code) ?? code;
}

function collation(locale: string): Format["compare"] {
  const collator = lazily(() => new Intl.Collator(locale));
  return (one, other) => collator().compare(one, other);
}
