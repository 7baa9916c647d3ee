import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";

/** A placeholder for content that is loading. Its size is set with classes. */
export function Skeleton({ className = "" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-shimmer rounded-chip bg-line/70 ${className}`}
    />
  );
}

/**
 * Contains skeletons: announces once that content is loading, and shows nothing for the first 150 ms, so that fast
 * responses do not flicker.
 */
export function Loading({ label, children }: { label?: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div role="status" data-loading className="animate-appear">
      <span className="sr-only">{label ?? t("common.busy")}</span>
      {children}
    </div>
  );
}

const SIX = [1, 2, 3, 4, 5, 6] as const;

/** The placeholder of a grid of BookCards. */
export function BookGridSkeleton({ count = 12 }: { count?: number }) {
  return (
    <Loading>
      <div className="book-grid">
        {Array.from({ length: count }, (_, index) => index).map((index) => (
          <div key={index} className="flex flex-col gap-3">
            <Skeleton className="aspect-2/3 w-full rounded-control" />
            <Skeleton className="h-4 w-5/6" />
            <Skeleton className="h-3.5 w-1/2" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/**
 * A shelf of books that is still loading; as many as may fit, the rest is cut off.
 *
 * @param height a class with the height of the shelf, so that nothing below it moves when the books are there
 */
export function BookShelfSkeleton({ height = "" }: { height?: string }) {
  return (
    <Loading>
      <div className={`flex gap-5 overflow-hidden py-2 ${height}`}>
        {Array.from({ length: 8 }, (_, index) => index).map((place) => (
          <div key={place} className="flex w-36 shrink-0 flex-col gap-3 sm:w-40">
            <Skeleton className="aspect-2/3 w-full rounded-control" />
            <Skeleton className="h-4 w-5/6" />
            <Skeleton className="h-3.5 w-1/2" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** The placeholder of rows with a small cover. */
export function BookRowsSkeleton({ count = 3 }: { count?: number }) {
  return (
    <Loading>
      <div className="flex flex-col gap-5">
        {Array.from({ length: count }, (_, index) => index).map((index) => (
          <div key={index} className="flex items-center gap-4">
            <Skeleton className="aspect-2/3 w-12" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-3.5 w-1/3" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** The placeholder of lines of text. */
export function TextSkeleton({ lines = 4 }: { lines?: 1 | 2 | 3 | 4 | 5 | 6 }) {
  return (
    <Loading>
      <div className="flex flex-col gap-2.5">
        {SIX.slice(0, lines).map((line) => (
          <Skeleton key={line} className={`h-4 ${line === lines ? "w-3/5" : "w-full"}`} />
        ))}
      </div>
    </Loading>
  );
}
