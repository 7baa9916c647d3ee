import { outageAwareMessageOf } from "@/api/errors.ts";
import type { Format } from "@/lib/format-context.tsx";
import type { Translate } from "@/lib/i18n/index.ts";
import { fineSoFar, type RunningFine } from "./running-fine.ts";

/** The fields of a renewed borrowing that the message needs. */
export interface Renewed {
  dueOn: string;
  /** The fine that the renewal charged, in the library's currency. */
  fineCharged: number;
}

interface Voice {
  t: Translate;
  format: Pick<Format, "date" | "money">;
}

/** What to ask before a renewal that charges a fine; null for other renewals. */
export function renewalQuestion(
  borrowing: RunningFine & { book: { title: string } },
  { t, format }: { t: Translate; format: Pick<Format, "money"> },
): string | null {
  const amount = fineSoFar([borrowing]);
  if (amount === 0) return null;
  const { title } = borrowing.book;
  return t("borrowings.renew.overdueText", { title, amount: format.money(amount) });
}

/** The message of a renewal: the book, its new due date, and the fine that the renewal charged. */
export function renewalWords(
  { book }: { book: { title: string } },
  renewed: Renewed,
  { t, format }: Voice,
): string {
  const done = t("borrowings.renew.done", { title: book.title, date: format.date(renewed.dueOn) });
  const charge = chargeWords(renewed, { t, format });
  return charge === null ? done : `${done}. ${charge}`;
}

/** The sentence about the fine that a renewal charged; null when it charged none. */
export function chargeWords(
  { fineCharged }: Pick<Renewed, "fineCharged">,
  { t, format }: Voice,
): string | null {
  // During a rolling upgrade, an older server returns no amount.
  return fineCharged > 0
    ? t("borrowings.renew.charged", { amount: format.money(fineCharged) })
    : null;
}

/** The message of a failed renewal: the book, and the reason. */
export function renewalFailure(
  { book }: { book: { title: string } },
  error: unknown,
  t: Translate,
): string {
  const failed = t("borrowings.renew.failed", { title: book.title });
  const words = outageAwareMessageOf(error, failed);
  return words.startsWith(failed) ? words : `${failed} ${words}`;
}
