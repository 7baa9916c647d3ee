import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";

/** One column of a table of rows of type R. */
export interface Column<R> {
  id: string;
  header: string;
  cell: (row: R) => ReactNode;
  align?: "start" | "end";
  /** The row's name: announced with each of its cells. One a table. */
  isRowHeader?: boolean;
  /** The name to sort by; without it the column does not sort. */
  sortBy?: string;
  /** Left out on phones, where the row's name includes it. */
  wide?: boolean;
  /** Keeps the heading for screen readers only, as for a column of buttons. */
  hideHeader?: boolean;
}

export interface Sorting {
  by: string;
  direction: "ascending" | "descending";
}

interface DataTableProps<R> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
  sorting?: Sorting | undefined;
  onSort?: ((by: string) => void) | undefined;
  /** The rows of the question before, while the next ones load. */
  stale?: boolean;
  /** Marks the row that is open elsewhere, as in a side panel. */
  selectedId?: string | null;
}

/**
 * A table that scrolls sideways when it is too wide, with its heading in view; on phones each row
 * becomes a card whose cells carry their column's name. The roles are written out because browsers
 * drop them when rows stop being laid out as rows.
 */
export function DataTable<R>({
  caption,
  columns,
  rows,
  rowId,
  sorting,
  onSort,
  stale = false,
  selectedId,
}: DataTableProps<R>) {
  return (
    <div className="relative min-w-0 overflow-x-auto rounded-card border border-line bg-surface shadow-rest max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
      <table
        role="table"
        className={`w-full text-md transition-opacity max-sm:block ${stale ? "opacity-60" : ""}`}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-line border-b bg-sunken text-start text-muted">
            {columns.map((column) => (
              <th
                key={column.id}
                role="columnheader"
                scope="col"
                aria-sort={ariaSort(column, sorting)}
                className={`h-10 whitespace-nowrap px-4 font-medium text-sm ${column.align === "end" ? "text-end" : "text-start"} ${column.wide ? "max-sm:hidden" : ""}`}
              >
                <Heading column={column} sorting={sorting} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-3">
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              role="row"
              aria-selected={selectedId === undefined ? undefined : selectedId === rowId(row)}
              className="border-line border-b transition-colors last:border-b-0 hover:bg-sunken/60 aria-selected:bg-primary-soft max-sm:flex max-sm:flex-col max-sm:gap-2 max-sm:rounded-card max-sm:border max-sm:bg-surface max-sm:p-4 max-sm:shadow-rest max-sm:last:border-b"
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ariaSort<R>(column: Column<R>, sorting: Sorting | undefined) {
  if (!column.sortBy) return undefined;
  return sorting?.by === column.sortBy ? sorting.direction : "none";
}

function Heading<R>({
  column,
  sorting,
  onSort,
}: {
  column: Column<R>;
  sorting: Sorting | undefined;
  onSort: ((by: string) => void) | undefined;
}) {
  const { sortBy } = column;
  if (column.hideHeader) return <span className="sr-only">{column.header}</span>;
  if (!sortBy || !onSort) return column.header;
  const sorted = sorting?.by === sortBy;
  const Icon = sorted ? (sorting.direction === "ascending" ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <button
      type="button"
      className={`-mx-2 inline-flex h-8 items-center gap-1.5 rounded-control px-2 hover:text-ink ${sorted ? "text-ink" : ""}`}
      onClick={() => onSort(sortBy)}
    >
      {column.header}
      <Icon aria-hidden="true" className={`size-3.5 ${sorted ? "" : "opacity-50"}`} />
    </button>
  );
}

function Cell<R>({ column, row }: { column: Column<R>; row: R }) {
  const end = column.align === "end";
  const phone = column.wide
    ? "max-sm:hidden"
    : "max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:p-0";
  const shape = `tabular px-4 py-2.5 align-middle ${phone} ${end ? "text-end" : "text-start"}`;
  if (column.isRowHeader) {
    return (
      <th role="rowheader" scope="row" className={`${shape} font-normal`}>
        <span className="min-w-0">{column.cell(row)}</span>
      </th>
    );
  }
  return (
    <td role="cell" className={shape}>
      {column.hideHeader ? null : (
        <span aria-hidden="true" className="shrink-0 text-sm text-subtle sm:hidden">
          {column.header}
        </span>
      )}
      <div className="min-w-0 max-sm:text-end">{column.cell(row)}</div>
    </td>
  );
}
