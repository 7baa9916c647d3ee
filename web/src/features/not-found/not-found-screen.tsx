import { useNavigate } from "react-router";
import { useLibrary } from "@/api/queries/library.ts";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Cover } from "@/ui/cover/cover.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { SearchBox } from "@/ui/search-box.tsx";

/** Any unknown path: shows a message, with links to other screens. */
export default function NotFoundScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { openCatalogue } = useLibrary();
  const maySearch = useCurrentUser() !== null || openCatalogue;

  // After a pasted address, the tab has no previous page.
  const goBack = () => {
    if (history.length > 1) void navigate(-1);
    else void navigate("/");
  };

  return (
    <div className="page-gutter mx-auto grid w-full max-w-4xl flex-1 content-center items-center gap-8 py-10 sm:grid-cols-[auto_1fr] sm:gap-16 sm:py-16">
      <DocumentTitle title={t("notFound.title")} />
      <div className="w-28 -rotate-4 max-sm:ms-1 sm:w-56">
        <Cover
          title={t("notFound.missingTitle")}
          author={t("notFound.missingAuthor")}
          category="Mystery"
          decorative
        />
      </div>
      <div className="flex min-w-0 flex-col items-start gap-6">
        <div className="flex flex-col gap-3">
          <p aria-hidden="true" className="tabular font-medium text-brass text-md">
            404
          </p>
          <h1 tabIndex={-1} className="text-balance font-medium font-serif text-3xl">
            {t("notFound.title")}
          </h1>
          <p className="max-w-[46ch] text-pretty text-muted">{t("notFound.text")}</p>
        </div>
        {maySearch ? (
          <div className="w-full max-w-md">
            <SearchBox
              main
              onEnter
              size="tall"
              label={t("notFound.search")}
              placeholder={t("notFound.search")}
              value=""
              onSearch={(text) => void navigate(pathTo("/books", { search: text }))}
            />
          </div>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/" size="lg">
            {t("notFound.goHome")}
          </ButtonLink>
          <Button variant="secondary" size="lg" onClick={goBack}>
            {t("notFound.goBack")}
          </Button>
        </div>
        <p className="text-md text-subtle">
          {t("notFound.help")} <TextLink to="/contact">{t("notFound.contact")}</TextLink>
        </p>
      </div>
    </div>
  );
}
