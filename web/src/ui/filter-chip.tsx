import { X } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";

interface FilterChipProps {
  /** The name of the filter, such as "Category". */
  label: string;
  value: string;
  onRemove: () => void;
}

/** An active filter, with a button to remove it. */
export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex max-w-full items-center rounded-full border border-line bg-surface ps-3 text-md">
      <span className="shrink-0 text-subtle">{label}</span>
      <span className="ms-1.5 truncate font-medium" dir="auto">
        {value}
      </span>
      <button
        type="button"
        aria-label={t("common.removeFilter", { filter: `${label} ${value}` })}
        className="ms-1 grid size-8 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink touch:size-11"
        onClick={onRemove}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </span>
  );
}
