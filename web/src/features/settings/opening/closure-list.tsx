import { Trash2 } from "lucide-react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card } from "@/ui/card.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { rangesOf } from "./closure-ranges.ts";
import type { Closure } from "./closures-file.ts";

interface ClosureListProps {
  /** In the order of dates. */
  closures: readonly Closure[];
  refusal: (path: string) => string | undefined;
  onRemove: (dates: readonly string[]) => void;
}

/** The closures; consecutive days with the same reason are one entry. */
export function ClosureList({ closures, refusal, onRemove }: ClosureListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (closures.length === 0) return <p className="text-muted">{t("settings.opening.none")}</p>;
  return (
    <Card flush>
      <ul className="flex flex-col divide-y divide-line">
        {rangesOf(closures).map(({ name, dates, place }) => {
          const [first = "", last = first] = [dates.at(0), dates.at(-1)];
          const count = dates.length;
          const days =
            count === 1
              ? format.date(first)
              : t("settings.opening.range", { first: format.date(first), last: format.date(last) });
          const refused = dates
            .flatMap((_, day) => ["date", "name"].map((part) => `closures.${place + day}.${part}`))
            .map(refusal)
            .find((problem) => problem !== undefined);
          return (
            <li key={first} className="flex min-h-12 items-center gap-4 px-4 py-1.5 sm:px-5">
              <span className="min-w-0 flex-1">
                <span className="tabular block text-md text-muted">
                  {days}
                  {count > 1 ? ` · ${t("settings.opening.days", { count })}` : ""}
                </span>
                <span className="block break-words" dir="auto">
                  {name}
                </span>
                {refused ? <span className="block text-danger text-sm">{refused}</span> : null}
              </span>
              <IconButton
                label={t("settings.opening.remove", { date: days, name })}
                onClick={() => onRemove(dates)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
