import { SearchX } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";

interface BorrowingsEmptyProps {
  search: string;
  /** Whether a search or a filter is on. */
  filtered: boolean;
  onClear: () => void;
}

/** The empty list: no borrowings at all, or none that match. */
export function BorrowingsEmpty({ search, filtered, onClear }: BorrowingsEmptyProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={search === "" ? undefined : <SearchX />}
      title={t("admin.borrowings.empty")}
      text={
        <>
          {t("admin.borrowings.emptyText")}
          {search === "" ? null : (
            <span className="block">{t("admin.nothingFor", { search })}</span>
          )}
        </>
      }
      action={
        filtered ? (
          <Button variant="secondary" onClick={onClear}>
            {t("admin.borrowings.clear")}
          </Button>
        ) : null
      }
    />
  );
}
