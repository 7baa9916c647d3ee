import { Component, type ReactNode } from "react";
import { pageLanguage } from "@/lib/i18n/page-language.ts";
import { Button } from "@/ui/button.tsx";

/** Replaces the app after an error outside of its screens: shows a message, and offers to reload the page. */
export class RootBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    // The providers may have failed.
    const t = pageLanguage().translate;
    return (
      <main
        role="alert"
        className="flex min-h-svh flex-col items-center justify-center gap-3 px-4 text-center"
      >
        <h1 className="font-medium font-serif text-lg">{t("common.crash.title")}</h1>
        <p className="max-w-[44ch] text-md text-muted">{t("common.crash.text")}</p>
        <Button variant="secondary" onClick={() => location.reload()}>
          {t("common.reload")}
        </Button>
      </main>
    );
  }
}
