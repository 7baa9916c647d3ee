import { type ReactNode, useState } from "react";
import { hasGeneralToast, messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { PageHeader } from "@/ui/page-header.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useSettings } from "./queries.ts";
import type { SectionName, Sections } from "./section-calls.ts";

interface SectionPageProps<N extends SectionName> {
  name: N;
  title: string;
  lead: string;
  /** Renders the form with the stored values; `reload` discards it and loads the latest values. */
  children: (stored: Sections[N], reload: () => void) => ReactNode;
}

/** A section of the settings under its heading, once it has been fetched. */
export function SectionPage<N extends SectionName>({
  name,
  title,
  lead,
  children,
}: SectionPageProps<N>) {
  const { t } = useTranslation();
  const settings = useSettings(name);
  const [editions, setEditions] = useState(0);
  const reload = async () => {
    const { data, error } = await settings.refetch();
    // The form keeps its values until the latest ones are loaded.
    if (data && !error) setEditions((before) => before + 1);
    else if (!hasGeneralToast(error)) notify.error(messageOf(error, t("settings.loadFailed")));
  };
  // Does not show cached values, because the form must start with the stored ones.
  const fetched = settings.isFetchedAfterMount ? settings.data : undefined;
  return (
    <div className="flex flex-col gap-8">
      <DocumentTitle title={title} />
      <PageHeader title={title} lead={lead} />
      {fetched ? (
        <div key={editions}>{children(fetched, () => void reload())}</div>
      ) : settings.isError ? (
        <ErrorState
          title={t("settings.loadFailed")}
          text={messageOf(settings.error, t("common.loadError"))}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
          compact
        />
      ) : (
        <TextSkeleton lines={6} />
      )}
    </div>
  );
}
