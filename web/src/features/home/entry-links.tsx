import { useTranslation } from "@/lib/i18n/index.ts";
import { ButtonLink } from "@/ui/button.tsx";

/** Two links: to register or sign in, or to the screens of a signed-in person. */
export function EntryLinks({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation();
  const [first, second] = signedIn
    ? ([
        ["/dashboard", "home.hero.goToDashboard"],
        ["/books", "home.hero.browseBooks"],
      ] as const)
    : ([
        ["/register", "home.hero.getStarted"],
        ["/login", "home.hero.signIn"],
      ] as const);
  return (
    <div className="flex shrink-0 flex-wrap gap-3 max-sm:w-full">
      <ButtonLink to={first[0]} size="lg" className="max-sm:flex-1">
        {t(first[1])}
      </ButtonLink>
      <ButtonLink to={second[0]} size="lg" variant="secondary" className="max-sm:flex-1">
        {t(second[1])}
      </ButtonLink>
    </div>
  );
}
