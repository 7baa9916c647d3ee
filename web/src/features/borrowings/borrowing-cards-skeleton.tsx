import { useTranslation } from "@/lib/i18n/index.ts";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";

/** The cards of current borrowings that are still loading, as high as most cards. */
export function BorrowingCardsSkeleton() {
  const { t } = useTranslation();
  return (
    <Loading label={t("borrowings.current.loading")}>
      <div className="grid gap-4 lg:grid-cols-2">
        {["first", "second"].map((card) => (
          <div
            key={card}
            className="flex gap-5 rounded-card border border-line bg-surface p-4 sm:p-5"
          >
            <Skeleton className="aspect-2/3 w-20 self-start sm:w-24" />
            <div className="flex flex-1 flex-col gap-3">
              <div className="flex h-12 flex-col justify-between">
                <Skeleton className="h-5 w-3/4" />
                <Skeleton className="h-4 w-1/3" />
              </div>
              <Skeleton className="h-6 w-20 rounded-full" />
              <Skeleton className="my-3 h-1.5 w-full" />
              <Skeleton className="h-40 w-full sm:h-24" />
              <Skeleton className="h-8 w-20 touch:h-11" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
