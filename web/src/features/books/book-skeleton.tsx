import { useTranslation } from "@/lib/i18n/index.ts";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";

/** The placeholder for the screen of a book. */
export function BookSkeleton() {
  const { t } = useTranslation();
  return (
    <Loading label={t("books.detail.loading")}>
      <h1 data-waiting className="sr-only">
        {t("books.detail.loading")}
      </h1>
      <div className="grid gap-x-5 gap-y-6 max-sm:flex max-sm:flex-wrap sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-x-8 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-x-12">
        <Skeleton className="aspect-2/3 w-full rounded-control max-sm:w-34 lg:row-span-2" />
        <div className="flex flex-col gap-3 max-sm:flex-[1_1_8rem]">
          <Skeleton className="h-9 w-5/6" />
          <Skeleton className="h-9 w-1/2" />
          <Skeleton className="mt-2 h-4 w-1/3" />
          <Skeleton className="h-4 w-1/4" />
        </div>
        <div className="flex flex-col gap-8 max-sm:w-full sm:col-span-2 lg:col-span-1 lg:col-start-2">
          <Skeleton className="h-28 w-full rounded-card" />
          <div className="flex flex-col gap-2.5">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </div>
      </div>
    </Loading>
  );
}
