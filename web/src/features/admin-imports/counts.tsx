import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Import } from "./queries.ts";

const OF_CHECK = ["read", "valid", "duplicates", "rejected", "copies"] as const;
const OF_IMPORT = ["added", "updated", "skipped", "rejected", "copiesAdded"] as const;

/** The counts of the check, or of the import once it has begun. */
export function Counts({ shown }: { shown: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  // Only books have copies.
  const names = (shown.hasBegun ? OF_IMPORT : OF_CHECK).filter(
    (name) => shown.kind === "books" || !name.startsWith("copies"),
  );
  return (
    <dl className="grid grid-cols-2 gap-y-4 rounded-card border border-line bg-surface py-4 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none sm:divide-x sm:divide-line">
      {names.map((name) => {
        const count = shown[name === "copiesAdded" ? "copies" : name];
        return (
          <div key={name} className="flex flex-col-reverse justify-end px-4">
            <dt className="text-muted text-sm">{t(`imports.counts.${name}`)}</dt>
            <dd
              className={`tabular font-semibold font-serif text-xl ${name === "rejected" && count > 0 ? "text-danger" : ""}`}
            >
              {format.count(count)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
