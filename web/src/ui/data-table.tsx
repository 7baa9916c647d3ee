import { ArrowDown, ArrowUp, ArrowUpDown, ChevronDown } from "lucide-react";
import { type HTMLAttributes, type ReactNode, useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { CheckMark } from "./check-mark.tsx";
import { IconButton } from "./icon-button.tsx";

/** One column of a table of rows of type R. */
export interface Column<R> {
  id: string;
  header: string;
  cell: (row: R) => ReactNode;
  align?: "start" | "end";
  /** Whether it is the name of the row, which is announced with each of its cells. One per table. */
  isRowHeader?: boolean;
  /** The name to sort by; without it the column does not sort. */
  sortBy?: string;
  /**
   * The position of its cells on phones: in the second line of the row's card (the default), on separate lines with
   * their heading, in a part of the card that a button unfolds, or hidden. Folded columns must be the last ones.
   */
  phone?: "line" | "labelled" | "folded" | "hidden";
  /** Whether a row's cell is empty: on phones it is then omitted, and so is the button that would unfold it. */
  isEmpty?: (row: R) => boolean;
  /** Shows the heading only to screen readers, as for a column of buttons. */
  hideHeader?: boolean;
}

export interface Sorting {
  by: string;
  direction: "ascending" | "descending";
}

/** The rows that are selected for an action on all of them. */
export interface RowSelection {
  ids: ReadonlySet<string>;
  /** Returns the name of a row's checkbox. */
  labelOf: (id: string) => string;
  /** With `range`, toggles all rows from the previously toggled one. */
  toggle: (id: string, options?: { range: boolean }) => void;
  toggleAll: () => void;
}

interface DataTableProps<R> {
  /** The content of the table, for screen readers. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
  sorting?: Sorting | undefined;
  onSort?: ((by: string) => void) | undefined;
  /** Whether the rows are those of the previous query, while the next ones load. */
  stale?: boolean;
  selection?: RowSelection | undefined;
  /** The ids of rows that are shown although they are no longer in the list; they cannot be used. */
  gone?: ReadonlySet<string>;
  /** Event handlers of the element around the rows. */
  events?: Pick<
    HTMLAttributes<HTMLElement>,
    "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur"
  >;
}

/**
 * A table that scrolls sideways if it is too wide, with a sticky heading. On phones each row becomes a compact card:
 * the row's name, a second line, and actions that unfold. The roles are explicit because browsers drop them when rows
 * do not have the table layout.
 */
export function DataTable<R>({
  caption,
  columns,
  rows,
  rowId,
  sorting,
  onSort,
  stale = false,
  selection,
  gone,
  events,
}: DataTableProps<R>) {
  const { t } = useTranslation();
  const all = rows.length > 0 && rows.every((row) => selection?.ids.has(rowId(row)));
  return (
    <div className="relative min-w-0 overflow-x-auto rounded-card border border-line bg-surface shadow-rest">
      <table
        role="table"
        aria-busy={stale}
        className={`w-full text-md transition-opacity max-sm:block ${stale ? "opacity-60" : ""}`}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="border-line border-b bg-sunken text-start text-muted">
            {selection ? (
              <th role="columnheader" scope="col" className="h-10 w-0 ps-4">
                <CheckMark
                  label={t("list.selectPage")}
                  checked={all}
                  mixed={!all && selection.ids.size > 0}
                  onToggle={selection.toggleAll}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <th
                key={column.id}
                role="columnheader"
                scope="col"
                aria-sort={ariaSort(column, sorting)}
                className={`h-10 whitespace-nowrap px-3 max-2xl:px-2 font-medium text-sm first:ps-4 last:pe-4 ${column.align === "end" ? "text-end" : "text-start"}`}
              >
                <Heading column={column} sorting={sorting} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block" {...events}>
          {rows.map((row) => (
            <Row
              key={rowId(row)}
              id={rowId(row)}
              row={row}
              columns={columns}
              selection={selection}
              gone={gone?.has(rowId(row)) ?? false}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A row, or a card on phones, where `after` breaks the line after the name and the button that unfolds. */
function Row<R>({
  id,
  row,
  columns,
  selection,
  gone,
}: {
  id: string;
  row: R;
  columns: readonly Column<R>[];
  selection: RowSelection | undefined;
  gone: boolean;
}) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  const nameId = useId();
  const name = columns.find(({ isRowHeader }) => isRowHeader);
  const cellOf = (column: Column<R>) => (
    <Cell key={column.id} nameId={nameId} column={column} row={row} unfolded={unfolded} />
  );
  const folds = columns.some(({ phone, isEmpty }) => phone === "folded" && !isEmpty?.(row));
  return (
    <tr
      role="row"
      data-row={id}
      inert={gone}
      aria-hidden={gone || undefined}
      aria-selected={selection?.ids.has(id)}
      className="border-line border-b transition-[background-color,opacity] inert:opacity-40 last:border-b-0 focus-within:bg-sunken/60 hover:bg-sunken/60 aria-selected:bg-primary-soft max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-3 max-sm:py-1 max-sm:after:order-1 max-sm:after:basis-full"
    >
      {selection ? (
        <td
          role="cell"
          className="w-0 py-0.5 ps-4 max-sm:-my-1.5 max-sm:-ms-3 max-sm:-me-3 max-sm:w-auto max-sm:p-0"
        >
          <CheckMark
            label={selection.labelOf(id)}
            checked={selection.ids.has(id)}
            onToggle={(options) => selection.toggle(id, options)}
          />
        </td>
      ) : null}
      {name ? cellOf(name) : null}
      {columns.filter((column) => column !== name && column.phone !== "folded").map(cellOf)}
      {folds ? (
        <td role="cell" className="-my-1.5 -me-2 sm:hidden">
          <IconButton
            label={t(unfolded ? "list.hideDetails" : "list.showDetails")}
            aria-expanded={unfolded}
            aria-describedby={nameId}
            onClick={() => setUnfolded(!unfolded)}
          >
            <ChevronDown className={unfolded ? "rotate-180" : ""} />
          </IconButton>
        </td>
      ) : null}
      {columns.filter(({ phone }) => phone === "folded").map(cellOf)}
    </tr>
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

const ON_PHONES = {
  line: "max-sm:order-2 max-sm:text-sm",
  labelled:
    "max-sm:order-3 max-sm:flex max-sm:basis-full max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:py-0.5",
  folded: "max-sm:order-4 max-sm:basis-full max-sm:py-1.5",
  hidden: "max-sm:hidden",
} as const;

function Cell<R>({
  nameId,
  column,
  row,
  unfolded,
}: {
  /** The id of the row's name. */
  nameId: string;
  column: Column<R>;
  row: R;
  unfolded: boolean;
}) {
  const { phone = "line" } = column;
  const end = column.align === "end";
  const shape = `tabular px-3 py-0.5 max-2xl:px-2 align-middle first:ps-4 last:pe-4 max-sm:p-0! max-sm:min-w-0 ${end ? "text-end" : "text-start"}`;
  if (column.isRowHeader) {
    return (
      <th
        id={nameId}
        role="rowheader"
        scope="row"
        className={`${shape} h-11 font-normal max-sm:h-auto max-sm:flex-1`}
      >
        {column.cell(row)}
      </th>
    );
  }
  const folded = (phone === "folded" && !unfolded) || column.isEmpty?.(row);
  return (
    <td role="cell" className={`${shape} ${folded ? "max-sm:hidden" : ON_PHONES[phone]}`}>
      {phone === "labelled" ? (
        <span aria-hidden="true" className="shrink-0 text-sm text-subtle sm:hidden">
          {column.header}
        </span>
      ) : null}
      <div className={phone === "labelled" ? "min-w-0 max-sm:text-end" : "min-w-0"}>
        {column.cell(row)}
      </div>
    </td>
  );
}
