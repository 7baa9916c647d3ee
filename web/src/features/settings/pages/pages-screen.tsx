import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useLibraryQuery } from "@/api/queries/library.ts";
import { PAGE_NAMES, type PageName, useLibraryRules } from "@/api/queries/pages.ts";
import type { Library, LibraryRules } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { standardPage } from "@/lib/standard-pages.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import { MarkedText } from "@/ui/marked-text.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { TextArea } from "@/ui/text-input.tsx";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";

type Stored = Sections[`pages/${PageName}`];

/** `/admin/settings/pages`: the texts of the public pages. */
export default function PagesSettingsScreen() {
  const { t } = useTranslation();
  const address = useAddress();
  const page = choiceOf<PageName>(address.query, "page", PAGE_NAMES, "about");
  const library = useLibraryQuery();
  const rules = useLibraryRules();
  const queries = [library, rules];
  const failed = queries.find((query) => query.isError);
  // Read here, because a query rerenders a component only when the properties that it has read change.
  const facts = { library: library.data, rules: rules.data };
  return (
    <Tabs
      label={t("settings.pages.title")}
      value={page}
      onValueChange={(value) => address.change({ page: value === "about" ? null : value })}
      tabs={PAGE_NAMES.map((value) => ({ value, label: t(`pages.${value}.title`) }))}
    >
      <SectionPage
        key={page}
        name={`pages/${page}`}
        title={t("settings.pages.title")}
        lead={t("settings.pages.lead")}
      >
        {(stored, reload) =>
          facts.library && facts.rules ? (
            <PageForm
              page={page}
              stored={stored}
              library={facts.library}
              rules={facts.rules}
              onReload={reload}
            />
          ) : failed ? (
            <ErrorState
              title={t("pages.loadFailed")}
              text={messageOf(failed.error, t("common.loadError"))}
              onRetry={() => {
                for (const query of queries) void query.refetch();
              }}
              retrying={queries.some((query) => query.isFetching)}
            />
          ) : (
            <TextSkeleton lines={6} />
          )
        }
      </SectionPage>
    </Tabs>
  );
}

interface PageFormProps {
  page: PageName;
  stored: Stored;
  library: Library;
  rules: LibraryRules;
  onReload: () => void;
}

function PageForm({ page, stored, library, rules, onReload }: PageFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const standard = standardPage(page, library, rules, { t, format });
  const [own, setOwn] = useState(stored.text !== null);
  const section = useSectionForm({
    name: `pages/${page}`,
    stored,
    valuesOf: ({ text }) => ({ text: text ?? standard }),
    toForm: ({ text }) => ({ text: text.trim() === standard.trim() ? null : text }),
  });
  const { form } = section;
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge tone={own ? "info" : "neutral"}>
          {t(own ? "settings.pages.own" : "settings.pages.standard")}
        </Badge>
        <div className="flex flex-wrap items-center gap-4">
          <TextLink to={`/${page}`}>{t("settings.pages.look")}</TextLink>
          <Button
            variant="secondary"
            size="sm"
            disabledReason={
              form.values.text === standard ? t("settings.pages.isStandard") : undefined
            }
            onClick={() => {
              form.set("text", standard);
              setOwn(false);
            }}
          >
            {t("settings.pages.toStandard")}
          </Button>
        </div>
      </div>
      <Card>
        <TextArea
          label={t("settings.pages.text")}
          hint={t("settings.pages.textHint")}
          optional
          rows={18}
          {...form.text("text")}
          onChange={(event) => {
            form.set("text", event.target.value);
            setOwn(event.target.value.trim() !== standard.trim());
          }}
        />
      </Card>
      <Section title={t("settings.pages.preview")}>
        <Card>
          <MarkedText source={form.values.text} />
        </Card>
      </Section>
    </SectionFormFrame>
  );
}
