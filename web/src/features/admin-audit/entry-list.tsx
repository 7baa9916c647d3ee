import { useRef } from "react";
import type { AuditLogEntry } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useRowKeys } from "@/parts/list/use-row-keys.ts";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { ChangeList } from "./change-list.tsx";
import { changesOf } from "./changes.ts";
import { EntryLinks } from "./entry-links.tsx";
import { type Names, useNames } from "./names.ts";
import { sentenceOf } from "./sentence.ts";

/** Entries of the audit log. */
export function EntryList({
  entries,
  stale,
}: {
  entries: readonly AuditLogEntry[];
  stale: boolean;
}) {
  const { t } = useTranslation();
  const names = useNames(entries);
  const list = useRef<HTMLOListElement>(null);
  useRowKeys(list, {});
  return (
    <ol
      ref={list}
      aria-label={t("audit.caption")}
      aria-busy={stale}
      className={`divide-y divide-line rounded-card border border-line bg-surface shadow-rest transition-opacity ${stale ? "opacity-60" : ""}`}
    >
      {entries.map((entry) => (
        <Entry key={entry._id} entry={entry} names={names} />
      ))}
    </ol>
  );
}

function Entry({ entry, names }: { entry: AuditLogEntry; names: Names }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li
      data-row={entry._id}
      className="grid gap-x-6 gap-y-1 px-4 py-2.5 outline-offset-[-2px] sm:grid-cols-[11rem_minmax(0,1fr)] sm:px-5"
    >
      <time dateTime={entry.at} className="tabular whitespace-nowrap text-muted text-sm sm:pt-0.5">
        {format.dateTime(entry.at)}
      </time>
      <div className="flex min-w-0 flex-col gap-1.5">
        <p dir="auto" className="break-words text-md leading-relaxed">
          {sentenceOf(entry, { t, names })}
        </p>
        <ChangeList changes={changesOf(entry)} names={names} />
        <EntryLinks entry={entry} />
      </div>
    </li>
  );
}

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Shown while the entries are loading. */
export function EntryListSkeleton() {
  return (
    <Loading>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {ROWS.map((row) => (
          <div
            key={row}
            className="grid gap-x-6 gap-y-2 px-5 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
