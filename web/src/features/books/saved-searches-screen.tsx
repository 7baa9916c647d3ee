import { SearchCheck } from "lucide-react";
import { messageOf } from "@/api/errors.ts";
import { useSavedSearches } from "@/api/queries/saved-searches.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Loading, Skeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { SavedSearchEntry } from "./saved-searches/saved-search-entry.tsx";

/** The person's saved searches, each with the books that are new. */
export default function SavedSearchesScreen() {
  const { t } = useTranslation();
  return (
    <Page>
      <DocumentTitle title={t("savedSearches.title")} />
      <PageHeader title={t("savedSearches.title")} lead={t("savedSearches.lead")} />
      <SavedSearches />
    </Page>
  );
}

function SavedSearches() {
  const { t } = useTranslation();
  const saved = useSavedSearches();
  if (saved.isPending) {
    return (
      <Loading>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      </Loading>
    );
  }
  if (saved.isError) {
    return (
      <ErrorState
        title={t("savedSearches.failed")}
        text={messageOf(saved.error, "")}
        onRetry={() => void saved.refetch()}
        retrying={saved.isFetching}
      />
    );
  }
  if (saved.data.length === 0) {
    return (
      <EmptyState
        icon={<SearchCheck />}
        title={t("savedSearches.emptyTitle")}
        text={t("savedSearches.emptyText")}
        action={<ButtonLink to="/books">{t("savedSearches.browse")}</ButtonLink>}
      />
    );
  }
  return (
    <ul className="flex flex-col gap-4" aria-label={t("savedSearches.title")}>
      {saved.data.map((search) => (
        <li key={search._id}>
          <SavedSearchEntry saved={search} />
        </li>
      ))}
    </ul>
  );
}
