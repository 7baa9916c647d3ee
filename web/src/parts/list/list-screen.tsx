import { type ReactNode, useRef } from "react";
import type { AddressChanges, useAddress } from "@/lib/use-address.ts";
import { type Column, DataTable, type Sorting } from "@/ui/data-table.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { SearchBox } from "@/ui/search-box.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ColumnMenu, useColumnChoice } from "./column-choice.tsx";
import { ListContent, type NoRows } from "./list-content.tsx";
import { type ListOf, type PageOf, useFound } from "./list-query.ts";
import { ShowChanges } from "./show-changes.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { useHeldEntries } from "./use-held-entries.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { type Selection, useSelection } from "./use-selection.ts";

interface View {
  value: string;
  label: string;
}

interface ListScreenProps<R, A extends PageOf<R>> {
  /** Identifies the list, whose hidden columns are stored on this device. */
  name: string;
  title: string;
  lead: string;
  /** Buttons at the end of the heading. */
  actions?: ReactNode;
  /** Between the heading and the list. */
  notice?: ReactNode;
  /** Parts of the list as tabs; the first one is shown when the address names none. */
  views?: { label: string; current: string; all: readonly View[]; onView: (view: string) => void };
  address: ReturnType<typeof useAddress>;
  /** Absent when the list cannot be searched. */
  search?: { label: string; placeholder: string } | undefined;
  /** Filters beside the search. */
  filters?: ReactNode;
  /** Whether a search or a filter is active, and the changes of the address that remove them. */
  filtered: boolean;
  cleared: AddressChanges;
  /** Buttons at the end of the toolbar, such as a download. */
  tools?: ReactNode;
  list: ListOf<A>;
  texts: {
    caption: string;
    found: (total: number, number: string) => string;
    failed: string;
    failedText?: string;
  };
  empty: NoRows;
  nothing: (answer: A | undefined) => Omit<NoRows, "icon">;
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  sorting?: Sorting;
  onSort?: (by: string) => void;
  /** Actions on several rows; absent when there are none for this person. */
  bulk?:
    | { labelOf: (row: R) => string; actions: (selection: Selection<R>) => ReactNode }
    | undefined;
  onEdit?: ((id: string) => void) | undefined;
  onNew?: (() => void) | undefined;
}

/** A screen that lists entries in a table: heading, views, search and filters, the table in all its states, pages. */
export function ListScreen<R, A extends PageOf<R>>(props: ListScreenProps<R, A>) {
  const { title, views } = props;
  return (
    <Page>
      <DocumentTitle title={title} />
      <PageHeader title={title} lead={props.lead} actions={props.actions} />
      {props.notice}
      {views ? (
        <Tabs
          label={views.label}
          value={views.current}
          onValueChange={views.onView}
          tabs={views.all}
        >
          <List {...props} />
        </Tabs>
      ) : (
        <List {...props} />
      )}
    </Page>
  );
}

const NO_ROWS: readonly never[] = [];

function List<R, A extends PageOf<R>>({
  name,
  address,
  search,
  filters,
  filtered,
  cleared,
  tools,
  list,
  texts,
  empty,
  nothing,
  columns,
  rowId,
  sorting,
  onSort,
  bulk,
  onEdit,
  onNew,
}: ListScreenProps<R, A>) {
  const choice = useColumnChoice(name, columns);
  const rows: readonly R[] = list.data?.data ?? NO_ROWS;
  const held = useHeldEntries(rows, rowId, {
    question: address.query.toString(),
    stale: list.isPlaceholderData,
  });
  const selection = useSelection(rows, rowId);
  const element = useRef<HTMLDivElement>(null);
  useRowKeys(element, { onEdit, onNew, onSelect: bulk && selection.toggle });
  const { shown } = useFound(list, texts.found);
  const labels = new Map(bulk ? rows.map((row) => [rowId(row), bulk.labelOf(row)]) : []);
  return (
    <div ref={element} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        {search ? (
          <div className="min-w-0 flex-[1_1_18rem] sm:max-w-md">
            <SearchBox
              main
              {...search}
              value={address.search}
              onSearch={address.searchFor}
              pending={address.search !== "" && list.isFetching && list.isPlaceholderData}
            />
          </div>
        ) : null}
        {filters}
        <div className="ms-auto flex min-w-0 flex-wrap items-center gap-2">
          <p aria-hidden="true" className="tabular me-1 text-md text-subtle">
            {shown}
          </p>
          {tools}
          <ColumnMenu {...choice} />
        </div>
      </div>
      {held.waits ? <ShowChanges onShow={held.release} /> : null}
      <ListContent
        list={list}
        failed={texts.failed}
        {...(texts.failedText === undefined ? {} : { failedText: texts.failedText })}
        skeleton={<TableSkeleton columns={choice.shown.length} />}
        empty={empty}
        nothing={
          filtered
            ? { ...nothing(list.data), onClear: () => address.change({ ...cleared, page: null }) }
            : null
        }
        found={texts.found}
        onPage={address.goToPage}
        holds={held.gone.size > 0}
      >
        {(_answer, { stale }) => (
          <DataTable
            caption={texts.caption}
            columns={choice.shown}
            rows={held.entries}
            rowId={rowId}
            gone={held.gone}
            events={held.events}
            sorting={sorting}
            onSort={onSort}
            stale={stale}
            selection={bulk && { ...selection, labelOf: (id) => labels.get(id) ?? "" }}
          />
        )}
      </ListContent>
      {bulk ? (
        <BulkBar count={selection.ids.size} onClear={selection.clear}>
          {bulk.actions(selection)}
        </BulkBar>
      ) : null}
    </div>
  );
}
