import { addDays } from "@/lib/dates.ts";
import { type Format, useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { PRIVACY_SETTINGS_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { Select } from "@/ui/select.tsx";
import { entered } from "../entered.ts";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm, type Warning } from "../use-section-form.ts";
import { KeptDataTable } from "./kept-data-table.tsx";

type Stored = Sections["privacy"];

/** `/admin/settings/privacy`: the retention of personal data. */
export default function PrivacySettingsScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage
      name="privacy"
      title={t("settings.privacy.title")}
      lead={t("settings.privacy.lead")}
    >
      {(stored, reload) => <PrivacyForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

interface Values {
  auditDays: number | null;
  anonymises: boolean;
  borrowingDays: number | null;
  reviewNames: Stored["reviewNames"];
  coversFromOtherSites: boolean;
}

/** The proposed days until returned borrowings become anonymous: one year. */
const PROPOSED_DAYS = 365;

function valuesOf({ auditDays, borrowingDays, reviewNames, coversFromOtherSites }: Stored): Values {
  return {
    auditDays,
    anonymises: borrowingDays !== null,
    borrowingDays: borrowingDays ?? PROPOSED_DAYS,
    reviewNames,
    coversFromOtherSites,
  };
}

function toForm({ anonymises, auditDays, borrowingDays, ...others }: Values) {
  return {
    ...others,
    auditDays: entered(auditDays),
    borrowingDays: anonymises ? borrowingDays : null,
  };
}

const LIMITS = PRIVACY_SETTINGS_FORM;

function check(values: Values): Problems<Values> {
  return {
    auditDays: isWithin(values.auditDays, LIMITS.auditDays)
      ? undefined
      : { key: "settings.rules.badNumber", values: LIMITS.auditDays },
    borrowingDays:
      !values.anonymises || isWithin(values.borrowingDays, LIMITS.borrowingDays)
        ? undefined
        : { key: "settings.rules.badNumber", values: LIMITS.borrowingDays },
  };
}

function isWithin(value: number | null, { min, max }: { min: number; max: number }): boolean {
  return value !== null && Number.isInteger(value) && value >= min && value <= max;
}

/** Warns of data that the change removes permanently: names in borrowings, or audit entries. */
function removalWarning(saved: Values, values: Values, format: Format): Warning | null {
  const effects: Warning["effects"][number][] = [];
  const daysOf = ({ anonymises, borrowingDays }: Values) =>
    anonymises ? (borrowingDays ?? 0) : Number.POSITIVE_INFINITY;
  const before = (days: number) => format.date(addDays(format.today(), -days));
  if (daysOf(values) < daysOf(saved)) {
    const days = daysOf(values);
    effects.push(
      {
        key: "settings.privacy.warning.borrowings",
        values: { date: before(days), count: days, number: format.count(days) },
      },
      { key: "settings.privacy.warning.kept" },
    );
  }
  const days = values.auditDays ?? 0;
  if (days < (saved.auditDays ?? 0)) {
    effects.push({ key: "settings.privacy.warning.audit", values: { date: before(days) } });
  }
  if (effects.length === 0) return null;
  effects.push({ key: "settings.privacy.warning.forGood" });
  return { title: "settings.privacy.warning.title", effects };
}

const REVIEW_NAMES = ["full", "initials", "hidden"] as const;

function PrivacyForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const section = useSectionForm({
    name: "privacy",
    stored,
    valuesOf,
    toForm,
    check,
    warn: (saved, values) => removalWarning(saved, values, format),
  });
  const { form } = section;
  return (
    <>
      <SectionFormFrame section={section} onReload={onReload}>
        <Section title={t("settings.privacy.retention")}>
          <Card>
            <div className="flex flex-col gap-6">
              <Checkbox
                label={t("settings.privacy.anonymise")}
                hint={t("settings.privacy.anonymiseHint")}
                {...form.box("anonymises")}
              />
              {form.values.anonymises ? (
                <NumberField
                  label={t("settings.privacy.borrowingDays")}
                  {...LIMITS.borrowingDays}
                  {...form.number("borrowingDays")}
                />
              ) : null}
              <NumberField
                label={t("settings.privacy.auditDays")}
                hint={t("settings.privacy.auditDaysHint")}
                {...LIMITS.auditDays}
                {...form.number("auditDays")}
              />
            </div>
          </Card>
        </Section>
        <Section title={t("settings.privacy.reviews")}>
          <Card>
            <Select
              label={t("settings.privacy.reviewNames")}
              hint={t("settings.privacy.reviewNamesHint")}
              value={form.values.reviewNames}
              onValueChange={(reviewNames) => form.fill({ reviewNames })}
              options={REVIEW_NAMES.map((value) => ({
                value,
                label: t(`settings.privacy.reviewNamesBy.${value}`),
              }))}
            />
          </Card>
        </Section>
        <Section title={t("settings.privacy.covers")}>
          <Card>
            <Checkbox
              label={t("settings.privacy.coversFromOtherSites")}
              hint={t("settings.privacy.coversFromOtherSitesHint")}
              {...form.box("coversFromOtherSites")}
            />
          </Card>
        </Section>
      </SectionFormFrame>
      <KeptDataTable />
    </>
  );
}
