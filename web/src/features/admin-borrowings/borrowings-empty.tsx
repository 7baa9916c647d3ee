import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";

/** The empty list: no borrowings at all, or none that match. */
export function BorrowingsEmpty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t("admin.borrowings.empty")}
      text={t("admin.borrowings.emptyText")}
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
