import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { HOME_SETTINGS_FORM } from "@/lib/limits.ts";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { Select } from "@/ui/select.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";

type Stored = Sections["home"];

const FIGURES = ["samples", "live", "none"] as const;
const VOICES = ["samples", "own", "none"] as const;
const MOST_VOICES = HOME_SETTINGS_FORM.testimonials.max;

/** `/admin/settings/home`: texts, statistics and testimonials of the home page. */
export default function HomeSettingsScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage name="home" title={t("settings.home.title")} lead={t("settings.home.lead")}>
      {(stored, reload) => <HomeForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

function valuesOf({ headline, lead, figures, voices, testimonials }: Stored) {
  return { headline: headline ?? "", lead: lead ?? "", figures, voices, testimonials };
}

type Values = ReturnType<typeof valuesOf>;

function HomeForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const section = useSectionForm({
    name: "home",
    stored,
    valuesOf,
    toForm: (values: Values) => values,
  });
  const { form } = section;
  const { testimonials } = form.values;
  const change = (place: number, part: "text" | "by", words: string) =>
    form.set(
      "testimonials",
      testimonials.map((one, index) => (index === place ? { ...one, [part]: words } : one)),
    );
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      <Card>
        <div className="flex flex-col gap-5">
          <TextInput
            label={t("settings.home.headline")}
            hint={t("settings.home.emptyHint")}
            placeholder={t("home.hero.headline")}
            optional
            {...form.text("headline")}
          />
          <TextArea
            label={t("settings.home.introduction")}
            hint={t("settings.home.emptyHint")}
            placeholder={t("home.hero.lead")}
            optional
            rows={3}
            {...form.text("lead")}
          />
          <Select
            label={t("settings.home.figures")}
            hint={t("settings.home.figuresHint")}
            name="figures"
            value={form.values.figures}
            error={form.error("figures")}
            onValueChange={(figures) => form.set("figures", figures)}
            options={FIGURES.map((value) => ({ value, label: t(`settings.home.${value}`) }))}
          />
          <Select
            label={t("settings.home.voices")}
            name="voices"
            value={form.values.voices}
            error={form.error("voices")}
            onValueChange={(voices) => form.set("voices", voices)}
            options={VOICES.map((value) => ({ value, label: t(`settings.home.${value}Voices`) }))}
          />
        </div>
      </Card>
      {form.values.voices === "own" ? (
        <Section
          title={t("settings.home.testimonials")}
          action={
            <Button
              variant="secondary"
              disabledReason={
                testimonials.length >= MOST_VOICES ? t("settings.home.most") : undefined
              }
              onClick={() => form.set("testimonials", [...testimonials, { text: "", by: "" }])}
            >
              <Plus aria-hidden="true" />
              {t("settings.home.add")}
            </Button>
          }
        >
          {testimonials.length === 0 ? (
            <p className="text-muted">{t("settings.home.noneYet")}</p>
          ) : null}
          <ul className="flex flex-col gap-4">
            {testimonials.map((testimonial, place) => {
              const number = place + 1;
              const path = `testimonials.${place}`;
              return (
                <li key={number}>
                  <Card>
                    <div className="flex flex-col gap-4">
                      <TextArea
                        label={t("settings.home.said", { number })}
                        rows={2}
                        name={`${path}.text`}
                        value={testimonial.text}
                        error={form.refusal(`${path}.text`)}
                        onChange={({ target }) => change(place, "text", target.value)}
                      />
                      <div className="flex items-end gap-3">
                        <div className="flex-1">
                          <TextInput
                            label={t("settings.home.by", { number })}
                            name={`${path}.by`}
                            value={testimonial.by}
                            error={form.refusal(`${path}.by`)}
                            onChange={({ target }) => change(place, "by", target.value)}
                          />
                        </div>
                        <IconButton
                          label={t("settings.home.remove", { number })}
                          onClick={() =>
                            form.set(
                              "testimonials",
                              testimonials.filter((_, index) => index !== place),
                            )
                          }
                        >
                          <Trash2 aria-hidden="true" />
                        </IconButton>
                      </div>
                    </div>
                  </Card>
                </li>
              );
            })}
          </ul>
        </Section>
      ) : null}
    </SectionFormFrame>
  );
}
