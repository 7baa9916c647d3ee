import { useState } from "react";
import type { AuditLogEntry } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { PickField } from "@/ui/pick-field.tsx";
import { useBookPicks, useBookTitle, usePersonName, usePersonPicks } from "./queries.ts";

interface PickerProps {
  label: string;
  /** The id in the filter. */
  value: string | undefined;
  /** The shown entries, which may contain the name for the id. */
  entries: readonly AuditLogEntry[];
  onChange: (id: string | null) => void;
}

/** The filter by a person, found by name, email or student ID. */
export function PersonPicker({ label, value, entries, onChange }: PickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const known = entries
    .flatMap(({ actor, user }) => [actor, user])
    .find((person) => person?._id === value)?.name;
  const loaded = usePersonName(known ? undefined : value);
  return (
    <PickField
      label={label}
      placeholder={t("audit.find.person")}
      chosen={value === undefined ? "" : (known ?? loaded ?? value)}
      found={usePersonPicks(search)}
      onSearch={setSearch}
      onPick={({ id }) => onChange(id)}
      onClear={() => onChange(null)}
    />
  );
}

/** The filter by a book, found by title, author or ISBN. */
export function BookPicker({ label, value, entries, onChange }: PickerProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const known = entries.find(({ book }) => book?._id === value)?.book?.title;
  const loaded = useBookTitle(known ? undefined : value);
  return (
    <PickField
      label={label}
      placeholder={t("audit.find.book")}
      chosen={value === undefined ? "" : (known ?? loaded ?? value)}
      found={useBookPicks(search)}
      onSearch={setSearch}
      onPick={({ id }) => onChange(id)}
      onClear={() => onChange(null)}
    />
  );
}
