import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Link } from "@/ui/link.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { Comparison } from "./comparison.tsx";
import { MOST_MERGED } from "./duplicates-screen.tsx";
import { type MergeFields, useMergePreview } from "./queries.ts";

/** Two to four books side by side, and their merge. */
export default function MergeScreen() {
  const { query } = useAddress();
  const ids = [...new Set(query.getAll("books"))];
  // The key remounts the screen for other books, so that it keeps no choices.
  return <MergeOf key={ids.join()} ids={ids} back={query.get("from") === "books"} />;
}

function MergeOf({ ids, back }: { ids: readonly string[]; back: boolean }) {
  const { t } = useTranslation();
  const isPossible = ids.length > 1 && ids.length <= MOST_MERGED;
  const [kept, setKept] = useState(ids[0] ?? "");
  const [fields, setFields] = useState<MergeFields>({});
  const others = isPossible ? ids.filter((id) => id !== kept) : [];
  const preview = useMergePreview(kept, others, fields);
  const from = back ? "/admin/books" : "/admin/duplicates";
  return (
    <Page>
      <DocumentTitle title={t("duplicates.mergeTitle")} />
      <div className="flex flex-col gap-4">
        <Link
          to={from}
          className="-ms-1 inline-flex min-h-9 items-center gap-1 self-start rounded-control pe-2 font-medium text-md text-muted hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
          {back ? t("nav.manageBooks") : t("duplicates.title")}
        </Link>
        <PageHeader title={t("duplicates.mergeTitle")} lead={t("duplicates.mergeLead")} />
      </div>
      {isPossible ? (
        preview.data ? (
          <Comparison
            ids={ids}
            preview={preview.data}
            isStale={preview.isPlaceholderData}
            kept={kept}
            onKept={setKept}
            onField={(field, id) => setFields({ ...fields, [field]: id })}
            fields={fields}
            onStale={() => void preview.refetch()}
            from={from}
          />
        ) : preview.error ? (
          <ErrorState
            title={t("duplicates.previewFailed")}
            text={messageOf(preview.error, "")}
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
          />
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-80 w-full" />
          </div>
        )
      ) : (
        <EmptyState
          title={t("duplicates.chooseBooks")}
          text={t("duplicates.chooseBooksText")}
          action={<ButtonLink to="/admin/books">{t("nav.manageBooks")}</ButtonLink>}
        />
      )}
    </Page>
  );
}
