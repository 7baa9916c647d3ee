import { useTranslation } from "@/lib/i18n/index.ts";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";

/** The table of borrowings that is still loading. */
export function HistorySkeleton() {
  const { t } = useTranslation();
  return (
    <Loading label={t("borrowings.history.loading")}>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <div className="h-10 border-line border-b bg-sunken" />
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <div
            key={row}
            className="flex items-center gap-4 border-line border-b px-4 py-3 last:border-b-0"
          >
            <Skeleton className="aspect-2/3 w-12" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3.5 w-1/4" />
            </div>
            <Skeleton className="hidden h-4 w-24 sm:block" />
            <Skeleton className="hidden h-4 w-24 sm:block" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
