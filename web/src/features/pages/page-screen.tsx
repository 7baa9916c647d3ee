import { messageOf } from "@/api/errors.ts";
import { useLibrary } from "@/api/queries/library.ts";
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
  const library = useLibrary();
  const page = usePublicPage(name);
  const rules = useLibraryRules();
  const failed = [page, rules].find((query) => query.isError);
  const source =
    page.data && rules.data
      ? (page.data.text ?? standardPage(name, library, rules.data, { t, format }))
      : null;
  return (
    <Page>
      <DocumentTitle title={t(`pages.${name}.title`)} />
      <PageHeader title={t(`pages.${name}.title`)} />
      {source !== null ? (
        <>
          <MarkedText source={source} />
          {name === "contact" && rules.data ? (
            <ContactFacts library={library} rules={rules.data} />
          ) : null}
        </>
      ) : failed ? (
        <ErrorState
          title={t("pages.loadFailed")}
          text={messageOf(failed.error, t("common.loadError"))}
          onRetry={() => {
            void page.refetch();
            void rules.refetch();
          }}
          retrying={page.isFetching || rules.isFetching}
        />
      ) : (
        <TextSkeleton lines={6} />
      )}
    </Page>
  );
}
