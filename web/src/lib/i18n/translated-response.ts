import { formatDate } from "../dates.ts";
import { moneyFormat } from "../money.ts";
import type { TextKey, TextValues } from "./index.ts";
import { loadTexts, pageLanguage } from "./page-language.ts";

/** A message of the server, with its code and its data. */
interface Message {
  code: string;
  message: string;
  /** The field with the error. */
  field?: unknown;
  values?: unknown;
  errors?: unknown;
}

const CIVIL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The code of a form with errors, whose message is that of the first field. */
const VALIDATION = "validation";

/**
 * A copy of a response in which each message of the server is the text of its code in the language of the page. A
 * message without a text, or without the data that the text needs, stays as it is.
 */
export async function translatedResponse<T>(response: T): Promise<T> {
  await loadTexts("refusals");
  // A copy of JSON has the same type.
  return translated(response) as T;
}

function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, translated(part)]),
  );
  return isMessage(copy) ? { ...copy, message: textOf(copy) } : copy;
}

function isMessage(value: object): value is Message {
  return (
    "code" in value &&
    typeof value.code === "string" &&
    "message" in value &&
    typeof value.message === "string"
  );
}

function textOf({ code, message, field, values, errors }: Message): string {
  const [first]: unknown[] = Array.isArray(errors) ? errors : [];
  if (code === VALIDATION && typeof first === "object" && first !== null && isMessage(first)) {
    return first.message;
  }
  const data = dataOf(values);
  // The reasons of a refusal are also among the errors, with the code as the field.
  return (
    (field === undefined ? undefined : textFor(code, data, "fieldErrors")) ??
    textFor(code, data) ??
    textFor(`${code}_plain`, {}) ??
    message
  );
}

/** The text of a code with all placeholders filled; undefined when there is none. */
function textFor(code: string, values: TextValues, section = "refusals"): string | undefined {
  const key = `${section}.${code}`;
  // The codes come from the server, so the compiler does not know the keys.
  const text = pageLanguage().translate(key as TextKey, values);
  return text === key || text.includes("{{") ? undefined : text;
}

/** The data in the format of the page's language: dates, amounts of a currency, and states of copies. */
function dataOf(values: unknown): TextValues {
  if (typeof values !== "object" || values === null) return {};
  const { locale } = pageLanguage().language;
  const data = Object.entries(values);
  const currency: unknown = Object.fromEntries(data).currency;
  const money = typeof currency === "string" ? moneyFormat(currency, locale) : null;
  return Object.fromEntries(
    data.flatMap(([name, value]: [string, unknown]) => {
      if (typeof value === "number") return [[name, money ? money(value) : value]];
      if (typeof value !== "string") return [];
      if (name === "state") return [[name, textFor(`states.${value}`, {}) ?? value]];
      return [[name, CIVIL_DATE.test(value) ? formatDate(value, "UTC", locale) : value]];
    }),
  );
}
