import { messageOf } from "@/api/errors.ts";
import { useLibraryQuery } from "@/api/queries/library.ts";
import { type PageName, useLibraryRules, usePublicPage } from "@/api/queries/pages.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { standardPage } from "@/lib/standard-pages.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { MarkedText } from "@/ui/marked-text.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { ContactFacts } from "./contact-facts.tsx";

/** A public page: the library's own text, or the standard one with the current rules. */
export function PageScreen({ name }: { name: PageName }) {
  const { t } = useTranslation();
  const format = useFormat();
  // The standard texts contain settings of the library, so they wait for them.
  const library = useLibraryQuery();
  const page = usePublicPage(name);
  const rules = useLibraryRules();
  const queries = [library, page, rules];
  const failed = queries.find((query) => query.isError);
  const source =
    library.data && page.data && rules.data
      ? (page.data.text ?? standardPage(name, library.data, rules.data, { t, format }))
      : null;
  return (
    <Page>
      <DocumentTitle title={t(`pages.${name}.title`)} />
      <PageHeader title={t(`pages.${name}.title`)} />
      {source !== null ? (
        <>
          <MarkedText source={source} />
          {name === "contact" && library.data && rules.data ? (
            <ContactFacts library={library.data} rules={rules.data} />
          ) : null}
        </>
      ) : failed ? (
        <ErrorState
          title={t("pages.loadFailed")}
          text={messageOf(failed.error, t("common.loadError"))}
          onRetry={() => {
            for (const query of queries) void query.refetch();
          }}
          retrying={queries.some((query) => query.isFetching)}
        />
      ) : (
        <TextSkeleton lines={6} />
      )}
    </Page>
  );
}
