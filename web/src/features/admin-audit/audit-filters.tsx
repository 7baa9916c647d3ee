import { useMay } from "@/api/permissions.ts";
import type { AuditAction, AuditLogEntry } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { useAddress } from "@/lib/use-address.ts";
import { FilterChip } from "@/ui/filter-chip.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { ACTIONS, nameKey } from "./actions.ts";
import { BookPicker, PersonPicker } from "./pickers.tsx";
import { type AuditQuery, hasReversedDays } from "./queries.ts";

interface AuditFiltersProps {
  query: AuditQuery;
  address: ReturnType<typeof useAddress>;
  /** The shown entries, which contain the names for the filters. */
  entries: readonly AuditLogEntry[];
}

const PEOPLE = [
  ["actor", "audit.by"],
  ["user", "audit.about"],
] as const;

/** The filters by person, book, action and days. */
export function AuditFilters({ query, address, entries }: AuditFiltersProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const change = (name: string, value: string | null) =>
    address.change({ [name]: value, page: null });
  const actions = ACTIONS.map((value) => ({ value, label: t(nameKey(value)) }));
  actions.sort((one, other) => format.compare(one.label, other.label));
  // Staff who may not list people get no pickers; links in entries still set these filters.
  const canFindPeople = may("read_users");
  return (
    <div className="flex flex-col gap-3">
      <div className="grid items-end gap-3 min-[22rem]:grid-cols-2 lg:grid-cols-3">
        {canFindPeople
          ? PEOPLE.map(([name, label]) => (
              <PersonPicker
                key={name}
                label={t(label)}
                value={query[name]}
                entries={entries}
                onChange={(id) => change(name, id)}
              />
            ))
          : null}
        <BookPicker
          label={t("audit.book")}
          value={query.book}
          entries={entries}
          onChange={(id) => change("book", id)}
        />
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
            unmarked
            value={query[name] ?? ""}
            error={name === "to" && hasReversedDays(query) ? t("audit.reversedDays") : undefined}
            onChange={({ target }) => change(name, target.value)}
          />
        ))}
      </div>
      {canFindPeople ? null : (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {PEOPLE.map(([name, label]) => {
            const value = query[name];
            return value === undefined ? null : (
              <FilterChip
                key={name}
                label={t(label)}
                value={nameOf(value, entries)}
                onRemove={() => change(name, null)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

/** The name of a person in the entries; the id if no entry has it. */
function nameOf(id: string, entries: readonly AuditLogEntry[]): string {
  const people = entries.flatMap(({ actor, user }) => [actor, user]);
  return people.find((person) => person?._id === id)?.name ?? id;
}
