import { Archive, CopyCheck, FileUp, Plus, Replace, ScanBarcode, Tags } from "lucide-react";
import { useEffect, useState } from "react";
import { useMay } from "@/api/permissions.ts";
import type { BookSort, FacetCount } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { loadTexts } from "@/lib/i18n/page-language.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { ListScreen } from "@/parts/list/list-screen.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { type EditorTab, useBookColumns } from "./book-columns.tsx";
import { BookListFilters } from "./book-list-filters.tsx";
import { BulkArchive } from "./bulk-archive.tsx";
import { ChangeBooks } from "./bulk-edit/change-books.tsx";
import { ExportBooks } from "./export-books.tsx";
import { MergeBooks } from "./merge-books.tsx";
import { useManagedBooks } from "./queries.ts";
import { type SameIsbn, SameIsbnNotice } from "./same-isbn-notice.tsx";
import { SORTS, sortInForce, sortingOf } from "./sorts.ts";

const loadEditor = () => import("./book-editor-panel.tsx");
const BookEditorPanel = onDemand(async () => {
  const [module] = await Promise.all([loadEditor(), loadTexts("record")]);
  return module.default;
});

const STATUSES = ["current", "archived"] as const;

/** Rows per page. */
const LIMIT = 25;

/** The catalogue with its archive: find, add, edit, archive and restore books. */
export default function ManageBooksScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const mayManage = useMay()("manage_catalogue");
  const status = choiceOf(address.query, "status", STATUSES, "current");
  const isArchive = status === "archived";
  const { search } = address;
  const category = address.query.get("category") ?? "";
  const sort = sortInForce(choiceOf<BookSort | "">(address.query, "sort", SORTS, ""), search);
  const books = useManagedBooks({
    status,
    search,
    category: [category],
    sort,
    page: address.page,
    limit: LIMIT,
  });
  const open = (id: string, tab: EditorTab) =>
    address.change({ edit: id, tab: tab === "record" ? null : tab });
  const add = () => address.change({ edit: "new", tab: null });
  const sortBy = (by: BookSort | "") => address.change({ sort: by, page: null });
  const columns = useBookColumns(status, open);
  const [sameIsbn, setSameIsbn] = useState<SameIsbn | null>(null);
  const categories = books.data?.facets.category ?? [];
  return (
    <>
      <ListScreen
        name="books"
        title={t("admin.books.title")}
        lead={t("admin.books.lead")}
        actions={
          mayManage ? (
            <>
              <ButtonLink variant="secondary" to="/admin/duplicates">
                <CopyCheck aria-hidden="true" />
                {t("admin.books.duplicates")}
              </ButtonLink>
              <ButtonLink variant="secondary" to="/admin/bulk-edits">
                <Replace aria-hidden="true" />
                {t("admin.books.bulkEdits")}
              </ButtonLink>
              <ButtonLink variant="secondary" to="/admin/headings">
                <Tags aria-hidden="true" />
                {t("admin.books.headings")}
              </ButtonLink>
              <ButtonLink variant="secondary" to="/admin/imports">
                <FileUp aria-hidden="true" />
                {t("admin.books.import")}
              </ButtonLink>
              <ButtonLink variant="secondary" to="/admin/add-by-isbn">
                <ScanBarcode aria-hidden="true" />
                {t("nav.addByIsbn")}
              </ButtonLink>
              <Button onClick={add}>
                <Plus aria-hidden="true" />
                {t("admin.books.add")}
              </Button>
            </>
          ) : null
        }
        notice={
          sameIsbn ? <SameIsbnNotice same={sameIsbn} onClose={() => setSameIsbn(null)} /> : null
        }
        address={address}
        views={{
          label: t("admin.books.views"),
          current: status,
          all: STATUSES.map((value) => ({ value, label: t(`admin.books.${value}`) })),
          onView: (value) =>
            address.change({
              status: value === "current" ? null : value,
              category: null,
              sort: null,
              page: null,
            }),
        }}
        search={{
          label: isArchive ? t("admin.books.searchArchive") : t("admin.books.search"),
          placeholder: isArchive ? t("admin.books.searchArchiveHint") : t("admin.books.searchHint"),
        }}
        filters={
          <BookListFilters
            search={search}
            category={category}
            onCategory={(value) => address.change({ category: value, page: null })}
            categories={categories}
            sort={sort}
            onSort={sortBy}
          />
        }
        tools={
          (books.data?.pagination.total ?? 0) > 0 ? (
            <ExportBooks found={{ search, category, isArchive }} />
          ) : null
        }
        filtered={search !== "" || category !== ""}
        cleared={{ search: null, category: null }}
        list={books}
        texts={{
          caption: t("admin.books.caption"),
          found: (count, number) => t("admin.books.found", { count, number }),
          failed: t("admin.books.failed"),
        }}
        empty={
          isArchive
            ? {
                icon: <Archive />,
                title: t("admin.books.archiveEmpty"),
                text: t("admin.books.archiveEmptyText"),
              }
            : {
                title: t("admin.books.empty"),
                text: t("admin.books.emptyText"),
                action: mayManage ? (
                  <>
                    <Button onClick={add}>{t("admin.books.add")}</Button>
                    <ButtonLink variant="secondary" to="/admin/imports">
                      {t("admin.books.import")}
                    </ButtonLink>
                  </>
                ) : null,
              }
        }
        nothing={(answer) => ({
          title: t("admin.books.noMatch"),
          text: search === "" ? t("admin.books.noMatchText") : t("admin.nothingFor", { search }),
          action: answer?.didYouMean ? (
            <Suggestion text={answer.didYouMean} onSearch={address.searchFor} />
          ) : null,
        })}
        columns={columns}
        bulk={
          mayManage && !isArchive
            ? {
                labelOf: ({ title }) => title,
                actions: (selection) => (
                  <>
                    <ChangeBooks
                      selection={selection}
                      found={{ search, category, total: books.data?.pagination.total ?? 0 }}
                    />
                    <MergeBooks selected={selection.rows} />
                    <BulkArchive selection={selection} />
                  </>
                ),
              }
            : undefined
        }
        rowId={({ _id }) => _id}
        sorting={sortingOf(sort)}
        onSort={(by) => sortBy(by === sort ? "" : (by as BookSort))}
        onEdit={mayManage ? (id) => open(id, "record") : undefined}
        onNew={mayManage ? add : undefined}
      />
      {mayManage ? <Editor categories={categories} onSameIsbn={setSameIsbn} /> : null}
    </>
  );
}

/** A button that searches for the most similar known spelling. */
function Suggestion({ text, onSearch }: { text: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation();
  return (
    <Button onClick={() => onSearch(text)}>
      {t("admin.books.didYouMean", { suggestion: text })}
    </Button>
  );
}

/** The editor, mounted from its first opening on; its code is fetched after that of the list. */
function Editor(shared: {
  categories: readonly FacetCount[];
  onSameIsbn: (same: SameIsbn | null) => void;
}) {
  const wanted = useAddress().query.has("edit");
  const [opened, setOpened] = useState(wanted);
  if (wanted && !opened) setOpened(true);
  useEffect(() => void loadEditor().catch(() => {}), []);
  return opened ? <BookEditorPanel {...shared} /> : null;
}
