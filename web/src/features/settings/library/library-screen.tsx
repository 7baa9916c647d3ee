import type { Shape } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { addressRule, emailRule, phoneRule } from "@/lib/validation.ts";
import { Card, Section } from "@/ui/card.tsx";
import { CurrencySelect } from "@/ui/currency-select.tsx";
import { LanguageField } from "@/ui/language-field.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import { TimeZoneInput } from "@/ui/time-zone-input.tsx";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";

type Stored = Sections["library"];

/** `/admin/settings/library`: name, time zone, currency, language and contact details. */
export default function LibrarySettingsScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage
      name="library"
      title={t("settings.library.title")}
      lead={t("settings.library.lead")}
    >
      {(stored, reload) => <LibraryForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

const EMPTY = ["contactEmail", "contactPhone", "contactAddress"] as const;

function valuesOf(stored: Stored) {
  return {
    name: stored.name,
    timeZone: stored.timeZone,
    currency: stored.currency,
    language: stored.language as string,
    contactEmail: stored.contactEmail ?? "",
    contactPhone: stored.contactPhone ?? "",
    contactAddress: stored.contactAddress ?? "",
  };
}

type Values = ReturnType<typeof valuesOf>;

function toForm(values: Values) {
  const emptied = EMPTY.filter((field) => values[field].trim() === "");
  return {
    ...values,
    ...Object.fromEntries(emptied.map((field) => [field, null])),
    // One of the codes from the server.
    currency: values.currency as Shape<"CurrencyCode">,
    language: values.language as Shape<"LanguageCode">,
  };
}

function check(values: Values) {
  return {
    contactEmail: values.contactEmail.trim() === "" ? undefined : emailRule(values.contactEmail),
    contactPhone: phoneRule(values.contactPhone),
    contactAddress: addressRule(values.contactAddress),
  };
}

function LibraryForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const section = useSectionForm({ name: "library", stored, valuesOf, toForm, check });
  const { form } = section;
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      <Card>
        <div className="flex flex-col gap-5">
          <TextInput
            label={t("settings.library.name")}
            hint={t("settings.library.nameHint")}
            {...form.text("name")}
          />
          <TimeZoneInput
            label={t("settings.library.timeZone")}
            hint={t("settings.library.timeZoneHint")}
            announce={(count) => t("settings.library.zonesFound", { count })}
            {...form.text("timeZone")}
          />
          <CurrencySelect
            label={t("settings.library.currency")}
            hint={t("settings.library.currencyHint")}
            name="currency"
            codes={stored.currencies}
            value={form.values.currency}
            error={form.error("currency")}
            onValueChange={(currency) => form.set("currency", currency)}
          />
          <LanguageField
            label={t("settings.library.language")}
            hint={t("settings.library.languageHint")}
            name="language"
            value={form.values.language}
            error={form.error("language")}
            onValueChange={(language) => form.set("language", language)}
          />
        </div>
      </Card>
      <Section title={t("settings.library.contact")}>
        <Card>
          <div className="flex flex-col gap-5">
            <p className="text-md text-muted">{t("settings.library.contactText")}</p>
            <TextInput
              label={t("settings.library.contactEmail")}
              type="email"
              optional
              autoComplete="off"
              {...form.text("contactEmail")}
            />
            <TextInput
              label={t("settings.library.contactPhone")}
              type="tel"
              optional
              autoComplete="off"
              {...form.text("contactPhone")}
            />
            <TextArea
              label={t("settings.library.contactAddress")}
              optional
              rows={3}
              {...form.text("contactAddress")}
            />
          </div>
        </Card>
      </Section>
    </SectionFormFrame>
  );
}
