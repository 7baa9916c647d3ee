import type { Borrowing, Renewed, Shape } from "@/api/shapes.ts";
import { type Format, useFormat } from "@/lib/format-context.tsx";
import { type Translate, useTranslation } from "@/lib/i18n/index.ts";
import { chargeWords } from "@/parts/borrowings/renewal-words.ts";
import { ClosableBanner } from "@/ui/closable-banner.tsx";
import { isOutdated } from "./refusals.ts";

type RenewedAll = Shape<"RenewedAll">;

/** The result without the borrowings that were returned or renewed since. */
export function currentOf(
  { renewed, refused }: RenewedAll,
  borrowings: readonly Borrowing[],
): RenewedAll {
  const now = new Map(borrowings.map((borrowing) => [borrowing._id, borrowing]));
  const isCurrent = (shown: Borrowing) => !isOutdated(shown, now.get(shown._id));
  return {
    renewed: renewed.filter(isCurrent),
    refused: refused.filter(({ borrowing }) => isCurrent(borrowing)),
  };
}

/** The new due date, and the fine that the renewal charged. */
function doneWords(borrowing: Renewed, voice: { t: Translate; format: Format }): string {
  const date = voice.format.date(borrowing.dueOn);
  const due = voice.t("borrowings.renew.until", { date });
  const charge = chargeWords(borrowing, voice);
  return charge === null ? due : `${due}. ${charge}`;
}

interface RenewAllResultProps {
  result: RenewedAll;
  /** Called with the remaining part of the result when a notice is closed. */
  onChange: (result: RenewedAll) => void;
}

/** The renewed books with their new due dates and charged fines, and below them the refused ones with their reasons. */
export function RenewAllResult({ result, onChange }: RenewAllResultProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { renewed, refused } = result;
  const done = t("borrowings.renew.allDone", { count: renewed.length });
  const notDone = t("borrowings.renew.notAll", { count: refused.length });
  return (
    <>
      {renewed.length > 0 ? (
        <ClosableBanner
          tone="success"
          message={done}
          onClose={() => onChange({ renewed: [], refused })}
        >
          <p className="font-medium">{done}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {renewed.map((borrowing) => (
              <li key={borrowing._id}>
                <span dir="auto">{borrowing.book.title}</span>
                {": "}
                {doneWords(borrowing, { t, format })}
              </li>
            ))}
          </ul>
        </ClosableBanner>
      ) : null}
      {refused.length > 0 ? (
        <ClosableBanner
          tone="warning"
          message={notDone}
          onClose={() => onChange({ renewed, refused: [] })}
        >
          <p className="font-medium">{notDone}</p>
          <ul className="mt-1 flex flex-col gap-1.5">
            {refused.map(({ borrowing, refusals }) => (
              <li key={borrowing._id}>
                <span dir="auto" className="font-medium">
                  {borrowing.book.title}
                </span>
                <ul className="list-disc ps-5">
                  {refusals.map(({ code, message }) => (
                    <li key={code}>{message}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </ClosableBanner>
      ) : null}
    </>
  );
}
