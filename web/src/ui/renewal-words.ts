import type { Format } from "@/lib/format-context.tsx";
import type { Translate } from "@/lib/i18n/index.ts";

/** The fields of a renewed borrowing that the message needs. */
export interface Renewed {
  dueOn: string;
  /** The unpaid part of the charged fine. */
  fineOutstanding: number;
}

/** The message of a renewal: the book, its new due date, and the fine that the renewal charged. */
export function renewalWords(
  before: { book: { title: string }; fineOutstanding: number },
  after: Renewed,
  { t, format }: { t: Translate; format: Pick<Format, "date" | "money" | "decimals"> },
): string {
  const done = t("borrowings.renew.done", {
    title: before.book.title,
    date: format.date(after.dueOn),
  });
  const unit = 10 ** format.decimals;
  const charged = Math.round((after.fineOutstanding - before.fineOutstanding) * unit) / unit;
  if (charged <= 0) return done;
  return `${done}. ${t("borrowings.renew.charged", { amount: format.money(charged) })}`;
}

/** The message of a failed renewal: the book, and the reason. */
export function renewalFailure(
  { book }: { book: { title: string } },
  error: unknown,
  { t, problemOf }: { t: Translate; problemOf: (error: unknown, fallback: string) => string },
): string {
  const failed = t("borrowings.renew.failed", { title: book.title });
  const words = problemOf(error, failed);
  return words.startsWith(failed) ? words : `${failed} ${words}`;
}
