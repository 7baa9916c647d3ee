import { useLibraryQuery } from "@/api/queries/library.ts";
import { useHome } from "@/api/queries/pages.ts";
import { useSession } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { ClosingCall } from "./closing-call.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { Statistics } from "./statistics.tsx";
import { Testimonials } from "./testimonials.tsx";

/** `/`: the public home page of the library. */
export default function HomeScreen() {
  const { t } = useTranslation();
  const { authenticated } = useSession();
  const home = useHome();
  const library = useLibraryQuery();
  return (
    <>
      <DocumentTitle title={t("home.title")} />
      <Hero
        signedIn={authenticated}
        searchable={!authenticated && library.data?.openCatalogue === true}
        home={home.data}
        settled={!home.isPending && !library.isPending}
      />
      <Statistics home={home.data} />
      <Features />
      <Testimonials home={home.data} />
      <ClosingCall signedIn={authenticated} />
    </>
  );
}
