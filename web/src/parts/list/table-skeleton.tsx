import { Loading, Skeleton } from "@/ui/skeleton.tsx";

const ROWS = Array.from({ length: 12 }, (_, row) => row);

/** A table while its rows are loading. */
export function TableSkeleton({ columns, label }: { columns: number; label?: string }) {
  return (
    <Loading {...(label === undefined ? {} : { label })}>
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <div className="h-10 border-line border-b bg-sunken max-sm:hidden" />
        {ROWS.map((row) => (
          <div
            key={row}
            className="flex h-18 items-center gap-6 border-line border-b px-4 last:border-b-0 sm:h-11"
          >
            <div className="flex flex-[2] flex-col gap-2">
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-3.5 w-2/5 sm:hidden" />
            </div>
            {Array.from({ length: columns - 1 }, (_, column) => column).map((column) => (
              <span key={column} className="flex-1 max-sm:hidden">
                <Skeleton className="h-4 w-4/5" />
              </span>
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}
