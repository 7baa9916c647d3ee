import { type ComponentType, useLayoutEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page } from "@/ui/page-header.tsx";
import { ErrorState } from "@/ui/states.tsx";

/** Replaces a screen whose code failed to load: offers to load it again, and shows it when it is loaded. */
export function screenOnDemand(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  return function ScreenOnDemand() {
    const { t } = useTranslation();
    const [Screen, setScreen] = useState(() => loaded);
    const [loading, setLoading] = useState(false);
    const retry = () => {
      setLoading(true);
      load().then(
        (component) => {
          loaded = component;
          setScreen(() => component);
        },
        () => setLoading(false),
      );
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` reads nothing that changes.
    useLayoutEffect(() => {
      window.addEventListener("online", retry);
      return () => window.removeEventListener("online", retry);
    }, []);
    if (Screen) return <Screen />;
    return (
      <Page>
        <DocumentTitle title={t("common.loadError")} />
        <ErrorState
          headingLevel={1}
          title={t("common.loadError")}
          onRetry={retry}
          retrying={loading}
        />
      </Page>
    );
  };
}
