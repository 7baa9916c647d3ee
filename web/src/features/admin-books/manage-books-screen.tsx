import { Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import type { BookSort, NameCount } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Button } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Pagination } from "@/ui/pagination.tsx";
import { PastTheEnd } from "@/ui/past-the-end.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { BooksEmpty } from "./books-empty.tsx";
import { BooksTable, BooksTableSkeleton } from "./books-table.tsx";
import { BooksToolbar } from "./books-toolbar.tsx";
import { useManagedBooks } from "./queries.ts";
import { type SameIsbn, SameIsbnNotice } from "./same-isbn-notice.tsx";
import { SORTS, sortInForce } from "./sorts.ts";

const loadEditor = () => import("./book-editor-panel.tsx");
const BookEditorPanel = lazy(loadEditor);

const STATUSES = ["current", "archived"] as const;

/** Rows a page. */
const LIMIT = 25;

/** The catalogue with its archive: find, add, edit, archive and restore books. */
export default function ManageBooksScreen() {
  const { t } = useTranslation();
  const format = useFormat();
  const address = useAddress();
  const may = useMay();
  const status = choiceOf(address.query, "status", STATUSES, "current");
  // The archive is a plain list: the server searches the catalogue only.
  const search = status === "current" ? address.search : "";
  const category = status === "current" ? (address.query.get("category") ?? "") : "";
  const chosen = choiceOf<BookSort | "">(address.query, "sort", SORTS, "");
  const sort = sortInForce(chosen, search);
  const books = useManagedBooks({
    status,
    search,
    category,
    sort,
    page: address.page,
    limit: LIMIT,
  });
  const { data, isPlaceholderData } = books;
  const [sameIsbn, setSameIsbn] = useState<SameIsbn | null>(null);
  const total = data?.pagination.total ?? 0;
  const counted = data ? t("admin.books.found", { count: total, number: format.count(total) }) : "";
  const sortBy = (by: BookSort | "") => address.change({ sort: by, page: null });
  return (
    <Page>
      <DocumentTitle title={t("admin.books.title")} />
      <PageHeader
        title={t("admin.books.title")}
        lead={t("admin.books.lead")}
        actions={
          may("manage_catalogue") ? (
            <Button onClick={() => address.change({ edit: "new", tab: null })}>
              <Plus aria-hidden="true" />
              {t("admin.books.add")}
            </Button>
          ) : null
        }
      />
      {sameIsbn ? <SameIsbnNotice same={sameIsbn} onClose={() => setSameIsbn(null)} /> : null}
      <Tabs
        label={t("admin.books.views")}
        value={status}
        onValueChange={(value) =>
          address.change({
            status: value === "current" ? null : value,
            search: null,
            category: null,
            sort: null,
            page: null,
          })
        }
        tabs={STATUSES.map((value) => ({ value, label: t(`admin.books.${value}`) }))}
      >
        <div className="flex flex-col gap-5">
          <BooksToolbar
            status={status}
            search={search}
            onSearch={address.searchFor}
            searching={search !== "" && books.isFetching && isPlaceholderData}
            category={category}
            onCategory={(value) => address.change({ category: value, page: null })}
            categories={data?.facets.categories ?? []}
            sort={sort}
            onSort={sortBy}
            counted={counted}
          />
          <LiveRegion>{isPlaceholderData ? "" : counted}</LiveRegion>
          {books.isError ? (
            <ErrorState
              title={t("admin.books.failed")}
              text={messageOf(books.error, "")}
              onRetry={() => void books.refetch()}
              retrying={books.isFetching}
            />
          ) : data === undefined ? (
            <BooksTableSkeleton />
          ) : total > 0 && data.data.length === 0 ? (
            <PastTheEnd onFirstPage={() => address.goToPage(1)} />
          ) : data.data.length === 0 ? (
            <BooksEmpty
              status={status}
              search={search}
              filtered={search !== "" || category !== ""}
              suggestion={data.suggestion}
              onSearch={address.searchFor}
              onClear={() => address.change({ search: null, category: null, page: null })}
              onAdd={
                may("manage_catalogue")
                  ? () => address.change({ edit: "new", tab: null })
                  : undefined
              }
            />
          ) : (
            <BooksTable
              status={status}
              rows={data.data}
              stale={isPlaceholderData}
              sort={sort}
              onSort={(by) => sortBy(by === sort ? "" : by)}
              onOpen={(id, tab) => address.change({ edit: id, tab: tab === "record" ? null : tab })}
            />
          )}
          {data && !books.isError ? (
            <Pagination
              {...data.pagination}
              onPage={address.goToPage}
              pending={isPlaceholderData}
            />
          ) : null}
        </div>
      </Tabs>
      {may("manage_catalogue") ? (
        <Editor categories={data?.facets.categories ?? []} onSameIsbn={setSameIsbn} />
      ) : null}
    </Page>
  );
}

/** The editor, from its first opening on; its code follows the list's, to be there when needed. */
function Editor(shared: {
  categories: readonly NameCount[];
  onSameIsbn: (same: SameIsbn | null) => void;
}) {
  const wanted = useAddress().query.has("edit");
  const [opened, setOpened] = useState(wanted);
  if (wanted && !opened) setOpened(true);
  useEffect(() => void loadEditor(), []);
  return opened ? (
    <Suspense fallback={null}>
      <BookEditorPanel {...shared} />
    </Suspense>
  ) : null;
}
