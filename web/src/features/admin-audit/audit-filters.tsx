import type { AuditAction, AuditLogEntry } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { useAddress } from "@/lib/use-address.ts";
import { FilterChip } from "@/ui/filter-chip.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { ACTIONS, nameKey } from "./actions.ts";
import type { AuditQuery } from "./queries.ts";

interface AuditFiltersProps {
  query: AuditQuery;
  address: ReturnType<typeof useAddress>;
  /** The entries shown, from which the names of the filters are taken. */
  entries: readonly AuditLogEntry[];
}

/** The filters by action and days, and those by people and books that links have set. */
export function AuditFilters({ query, address, entries }: AuditFiltersProps) {
  const { t } = useTranslation();
  const change = (name: string, value: string | null) =>
    address.change({ [name]: value, page: null });
  const actions = ACTIONS.map((value) => ({ value, label: t(nameKey(value)) }));
  actions.sort((one, other) => one.label.localeCompare(other.label));
  const chips = [
    { name: "actor", label: t("audit.by"), value: query.actor },
    { name: "user", label: t("audit.about"), value: query.user },
    { name: "book", label: t("audit.book"), value: query.book },
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,20rem)_11rem_11rem]">
        <Select<AuditAction | "">
          label={t("audit.action")}
          value={query.action ?? ""}
          onValueChange={(value) => change("action", value)}
          options={[{ value: "", label: t("audit.anyAction") }, ...actions]}
        />
        {(["from", "to"] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`audit.${name}`)}
            type="date"
            value={query[name] ?? ""}
            onChange={({ target }) => change(name, target.value)}
          />
        ))}
      </div>
      {chips.some(({ value }) => value !== undefined) ? (
        <div className="flex flex-wrap gap-2">
          {chips.map(({ name, label, value }) =>
            value === undefined ? null : (
              <FilterChip
                key={name}
                label={label}
                value={nameOf(name, value, entries)}
                onRemove={() => change(name, null)}
              />
            ),
          )}
        </div>
      ) : null}
    </div>
  );
}

/** The name of a person or a book of the entries; its id when they don't name it. */
function nameOf(
  filter: "actor" | "user" | "book",
  id: string,
  entries: readonly AuditLogEntry[],
): string {
  for (const { actor, user, book } of entries) {
    const found = filter === "book" ? book : filter === "user" ? user : actor;
    if (found?._id !== id) continue;
    return ("title" in found ? found.title : found.name) ?? id;
  }
  return id;
}
