import { Search } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { Button } from "@/ui/button.tsx";
import { TextLink } from "@/ui/link.tsx";

/** The search of an open catalogue, for visitors: the results are on the books screen. */
export function CatalogueSearch() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  return (
    <search className="flex w-full max-w-md flex-col gap-3">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(pathTo("/books", { search: search.trim() }));
        }}
      >
        <input
          type="search"
          enterKeyHint="search"
          aria-label={t("home.hero.search")}
          placeholder={t("home.hero.searchHint")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="h-12 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-3.5 text-base placeholder:text-subtle"
        />
        <Button type="submit" size="lg" variant="secondary" aria-label={t("home.hero.search")}>
          <Search aria-hidden="true" />
        </Button>
      </form>
      <p className="text-md">
        <TextLink to="/books">{t("home.hero.browseBooks")}</TextLink>
      </p>
    </search>
  );
}
