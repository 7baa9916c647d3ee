import { chooseDeviceLanguage } from "@/lib/i18n/language-choice.ts";
import { LanguageSelect } from "@/ui/language-select.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { ThemeToggle } from "@/ui/theme-toggle.tsx";

const PersonLanguage = onDemand(async () => (await import("./person-language.tsx")).default);

/** Language and theme. The language is that of the signed-in person, or of this device. */
export default function FooterChoices({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      {isSignedIn ? (
        <PersonLanguage />
      ) : (
        <LanguageSelect onLanguage={(code) => void chooseDeviceLanguage(code)} />
      )}
      <ThemeToggle />
    </>
  );
}
