import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { type Change, labelOf, textOf } from "./changes.ts";
import type { Names } from "./names.ts";

/** More values than this are folded. */
const FEW = 3;

interface ChangeListProps {
  changes: readonly Change[];
  names: Names;
}

/** The values that an action changed, before and after. */
export function ChangeList({ changes, names }: ChangeListProps) {
  const { t } = useTranslation();
  if (changes.length === 0) return null;
  if (changes.length <= FEW) return <Changes changes={changes} names={names} />;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-chip text-muted text-sm hover:text-ink touch:py-2">
        {t("audit.showChanges", { count: changes.length })}
      </summary>
      <div className="mt-1.5">
        <Changes changes={changes} names={names} />
      </div>
    </details>
  );
}

function Changes({ changes, names }: ChangeListProps) {
  const { t } = useTranslation();
  return (
    <dl className="flex flex-col gap-0.5 text-sm">
      {changes.map((change) => (
        <div key={`${change.name} ${change.part}`} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{labelOf(change, t)}</dt>
          <dd className="min-w-0 break-words">
            <States change={change} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function States({ change, names }: { change: Change; names: Names }) {
  const { t } = useTranslation();
  const hasBefore = "before" in change;
  const hasAfter = "after" in change;
  if (hasBefore && hasAfter) {
    return (
      <>
        <Value name={change.name} value={change.before} names={names} />{" "}
        <span aria-hidden="true" className="inline-block text-subtle rtl:-scale-x-100">
          →
        </span>{" "}
        <span className="sr-only"> {t("audit.became")} </span>
        <Value name={change.name} value={change.after} names={names} />
      </>
    );
  }
  return <Value name={change.name} value={hasAfter ? change.after : change.before} names={names} />;
}

interface ValueProps {
  name: string;
  value: unknown;
  names: Names;
}

function Value({ name, value, names }: ValueProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = textOf(name, value, { t, format, names });
  if (text === "") return <span className="text-subtle">{t("audit.none")}</span>;
  return <bdi className="whitespace-pre-line">{text}</bdi>;
}
