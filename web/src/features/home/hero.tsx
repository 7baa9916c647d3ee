import type { Home } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { CatalogueSearch } from "./catalogue-search.tsx";
import { EntryLinks } from "./entry-links.tsx";
import { LeaningShelf } from "./leaning-shelf.tsx";

interface HeroProps {
  signedIn: boolean;
  /** Whether the visitor may search the catalogue. */
  searchable: boolean;
  /** The library's own texts, if any. */
  home: Home | undefined;
  /** Whether the texts are final; before that they are hidden, so that they do not change visibly. */
  settled: boolean;
}

/** The headline, the links to register and sign in, and a shelf. */
export function Hero({ signedIn, searchable, home, settled }: HeroProps) {
  const { t } = useTranslation();
  return (
    <div className="page-gutter mx-auto grid w-full max-w-page items-center gap-10 pt-10 pb-14 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] lg:gap-16 lg:py-20">
      <div className={`flex flex-col items-start gap-6 ${settled ? "" : "invisible"}`}>
        <p className="font-medium text-brass text-md">{t("home.hero.eyebrow")}</p>
        <h1
          tabIndex={-1}
          dir="auto"
          className="text-balance font-medium font-serif text-hero tracking-[-0.015em]"
        >
          {home?.headline ?? t("home.hero.headline")}
        </h1>
        <p className="max-w-[46ch] text-pretty text-lg text-muted">
          {home?.lead ?? t("home.hero.lead")}
        </p>
        <EntryLinks signedIn={signedIn} />
        {searchable ? <CatalogueSearch /> : null}
      </div>
      <LeaningShelf />
    </div>
  );
}
