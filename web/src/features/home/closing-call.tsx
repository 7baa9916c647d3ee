import { useTranslation } from "@/lib/i18n/index.ts";
import { EntryLinks } from "./entry-links.tsx";

/** The end of the page: the links to register and sign in again. */
export function ClosingCall({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t("home.closing.title")}
      className="page-gutter mx-auto w-full max-w-page py-16 sm:py-24"
    >
      <div className="flex flex-col gap-6 rounded-dialog bg-primary-soft px-6 py-10 sm:px-12 sm:py-14 lg:flex-row lg:items-center lg:justify-between">
        <div className="flex flex-col gap-2">
          <h2 className="text-balance font-medium font-serif text-2xl sm:text-3xl">
            {t("home.closing.title")}
          </h2>
          <p className="text-on-primary-soft">
            {t(signedIn ? "home.closing.textSignedIn" : "home.closing.text")}
          </p>
        </div>
        <EntryLinks signedIn={signedIn} />
      </div>
    </section>
  );
}
