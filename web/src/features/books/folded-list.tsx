import { Fragment, type ReactNode, useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { FoldButton } from "./folded-text.tsx";

/** The number of entries that are always shown. */
const FIRST = 6;

interface FoldedListProps {
  /** The entries with their keys, which may repeat. */
  entries: readonly (readonly [key: string, entry: ReactNode])[];
}

/** Short values, each on a line; a long list is folded. */
export function FoldedList({ entries }: FoldedListProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  // One more line takes no more room than the button.
  const isLong = entries.length > FIRST + 1;
  const shown = isLong && !open ? entries.slice(0, FIRST) : entries;
  const [first] = entries;
  if (entries.length === 1 && first) return <Fragment key={first[0]}>{first[1]}</Fragment>;
  return (
    <>
      <ul id={id} className="flex flex-col gap-0.5">
        {shown.map(([key, entry], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, and their order is fixed
          <li key={`${place} ${key}`}>{entry}</li>
        ))}
      </ul>
      {isLong ? (
        <FoldButton open={open} controls={id} onOpen={setOpen}>
          {open
            ? t("books.filter.showFewer")
            : t("books.filter.showAll", { count: entries.length })}
        </FoldButton>
      ) : null}
    </>
  );
}
