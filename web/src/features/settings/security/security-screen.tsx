import { useLibrary } from "@/api/queries/library.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { SECURITY_SETTINGS_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import type { Sections } from "../queries.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";

type Stored = Sections["security"];

/** `/admin/settings/security`: registration and passwords. */
export default function SecuritySettingsScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage
      name="security"
      title={t("settings.security.title")}
      lead={t("settings.security.lead")}
    >
      {(stored, reload) => <SecurityForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

function valuesOf({ version: _, ...stored }: Stored) {
  return { ...stored, leastPasswordLength: stored.leastPasswordLength as number | null };
}

type Values = ReturnType<typeof valuesOf>;

const LENGTH = SECURITY_SETTINGS_FORM.leastPasswordLength;

function check({ leastPasswordLength }: Values): Problems<Values> {
  return {
    leastPasswordLength: isWithin(leastPasswordLength, LENGTH)
      ? undefined
      : { key: "settings.rules.badNumber", values: LENGTH },
  };
}

function isWithin(value: number | null, { min, max }: { min: number; max: number }): boolean {
  return value !== null && Number.isInteger(value) && value >= min && value <= max;
}

function SecurityForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const { sendsMail } = useLibrary();
  const section = useSectionForm({
    name: "security",
    stored,
    valuesOf,
    toForm: (values: Values) => values,
    check,
  });
  const { form } = section;
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      <Section title={t("settings.security.accounts")}>
        <Card>
          <Checkbox
            label={t("settings.security.confirmFirst")}
            hint={t(
              sendsMail
                ? "settings.security.confirmFirstHint"
                : "settings.security.confirmFirstNeedsMail",
            )}
            {...form.box("confirmAddressesFirst")}
          />
        </Card>
      </Section>
      <Section title={t("settings.security.passwords")}>
        <Card>
          <NumberField
            label={t("settings.security.leastLength")}
            hint={t("settings.security.leastLengthHint")}
            {...LENGTH}
            {...form.number("leastPasswordLength")}
          />
        </Card>
      </Section>
    </SectionFormFrame>
  );
}
