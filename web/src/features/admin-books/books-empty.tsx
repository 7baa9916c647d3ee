import { Archive, BookOpen, SearchX } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import type { BookStatus } from "./queries.ts";

interface BooksEmptyProps {
  status: BookStatus;
  search: string;
  /** Whether a search or a filter is on. */
  filtered: boolean;
  suggestion: string | null;
  onSearch: (search: string) => void;
  onClear: () => void;
  /** Opens the form of a new book; absent for people who may not add one. */
  onAdd: (() => void) | undefined;
}

/** The empty list: nothing matches, nothing is archived, or there is no book yet. */
export function BooksEmpty(props: BooksEmptyProps) {
  const { t } = useTranslation();
  const { suggestion } = props;
  if (props.filtered) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t("admin.books.noMatch")}
        text={
          props.search === ""
            ? t("admin.books.noMatchText")
            : t("admin.nothingFor", { search: props.search })
        }
        action={
          <>
            {suggestion ? (
              <Button onClick={() => props.onSearch(suggestion)}>
                {t("admin.books.didYouMean", { suggestion })}
              </Button>
            ) : null}
            <Button variant="secondary" onClick={props.onClear}>
              {t("admin.books.clear")}
            </Button>
          </>
        }
      />
    );
  }
  if (props.status === "archived") {
    return (
      <EmptyState
        icon={<Archive />}
        title={t("admin.books.archiveEmpty")}
        text={t("admin.books.archiveEmptyText")}
      />
    );
  }
  return (
    <EmptyState
      icon={<BookOpen />}
      title={t("admin.books.empty")}
      text={t("admin.books.emptyText")}
      action={<Button onClick={props.onAdd}>{t("admin.books.add")}</Button>}
    />
  );
}
