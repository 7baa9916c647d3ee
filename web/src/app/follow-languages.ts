import type { QueryClient } from "@tanstack/react-query";
import { libraryKeys } from "@/api/keys/library.ts";
import type { SessionStore } from "@/api/session/session-store.ts";
import type { Library } from "@/api/shapes.ts";
import { followLibraryLanguage, followPersonLanguage } from "@/lib/i18n/language-choice.ts";
import { onPageLanguageChange } from "@/lib/i18n/page-language.ts";

/**
 * Keeps the page in the language of the signed-in person, else of the browser, else of the library. When it changes,
 * cached responses, which contain texts in the old language, are fetched again.
 *
 * @returns a function that stops it
 */
export function followLanguages(session: SessionStore, queryClient: QueryClient): () => void {
  let ofPerson: string | null | undefined;
  const followPerson = () => {
    const { user, loading, unreachable } = session.get();
    // Until the person is known, the page keeps the language of their last visit.
    if (loading || unreachable) return;
    const language = user?.language ?? null;
    if (language === ofPerson) return;
    ofPerson = language;
    void followPersonLanguage(language);
  };
  let ofLibrary: string | undefined;
  const followLibrary = () => {
    const language = queryClient.getQueryData<Library>(libraryKeys.details)?.language;
    if (language === undefined || language === ofLibrary) return;
    ofLibrary = language;
    void followLibraryLanguage(language);
  };
  followPerson();
  followLibrary();
  const stops = [
    session.subscribe(followPerson),
    queryClient.getQueryCache().subscribe(followLibrary),
    onPageLanguageChange(() => void queryClient.invalidateQueries()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
