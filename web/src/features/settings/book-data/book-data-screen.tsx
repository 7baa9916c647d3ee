import { Plus } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";
import { SourceCard } from "./source-card.tsx";
import { type EditedSource, edited, MOST_SERVERS, moved, newServer, sent } from "./source-list.ts";

type Stored = Sections["book-data"];

/** `/admin/settings/book-data`: the sources of book data for adding books by ISBN. */
export default function BookDataScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage
      name="book-data"
      title={t("settings.bookData.title")}
      lead={t("settings.bookData.lead")}
    >
      {(stored, reload) => <BookDataForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

interface Values {
  sources: readonly EditedSource[];
  covers: boolean;
}

function valuesOf({ sources, covers }: Stored): Values {
  return { sources: edited(sources), covers };
}

function BookDataForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const section = useSectionForm({
    name: "book-data",
    stored,
    valuesOf,
    toForm: ({ sources, covers }: Values) => ({ sources: sources.map(sent), covers }),
  });
  const { form } = section;
  const { sources } = form.values;
  const set = (next: readonly EditedSource[]) => form.set("sources", next);
  const servers = sources.filter(({ kind }) => kind === "sru").length;
  const hasOpenLibrary = sources.some(({ kind, isOn }) => kind === "open_library" && isOn);
  const add = () => {
    const server = newServer();
    set([...sources, server]);
    // Rendered at once, so that the focus can move to its first field.
    setTimeout(() => {
      list.current
        ?.querySelector<HTMLElement>(`[data-source="${server.key}"] input[type=text]`)
        ?.focus();
    });
  };
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      <Section title={t("settings.bookData.sources")}>
        <p className="-mt-2 text-md text-muted">{t("settings.bookData.sourcesHint")}</p>
        <ul ref={list} aria-label={t("settings.bookData.sources")} className="flex flex-col gap-4">
          {sources.map((source, place) => (
            <SourceCard
              key={source.key}
              source={source}
              place={place}
              isLast={place === sources.length - 1}
              refusal={form.refusal}
              onChange={(change) =>
                set(sources.map((one) => (one.key === source.key ? { ...one, ...change } : one)))
              }
              onMove={(by) => set(moved(sources, place, by))}
              onRemove={() => set(sources.filter(({ key }) => key !== source.key))}
            />
          ))}
        </ul>
        <div>
          <Button
            variant="secondary"
            disabledReason={
              servers >= MOST_SERVERS
                ? t("settings.bookData.most", { count: MOST_SERVERS })
                : undefined
            }
            onClick={add}
          >
            <Plus aria-hidden="true" />
            {t("settings.bookData.add")}
          </Button>
        </div>
      </Section>
      {hasOpenLibrary ? (
        <Section title={t("settings.bookData.coversTitle")}>
          <Card>
            <Checkbox
              label={t("settings.bookData.covers")}
              hint={t("settings.bookData.coversHint")}
              {...form.box("covers")}
            />
          </Card>
        </Section>
      ) : null}
    </SectionFormFrame>
  );
}
