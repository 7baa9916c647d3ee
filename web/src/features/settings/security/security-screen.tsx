import { useLibrary } from "@/api/queries/library.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { SECURITY_SETTINGS_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { entered } from "../entered.ts";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm, type Warning } from "../use-section-form.ts";
import { SharedComputerMark } from "./shared-computer-mark.tsx";

type Stored = Sections["security"];

/** `/admin/settings/security`: registration, passwords, second factors and sessions. */
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
  return stored as Omit<typeof stored, Numbers> & Record<Numbers, number | null>;
}

/** The number fields, which can be empty during typing. */
type Numbers =
  | "leastPasswordLength"
  | "idleMinutes"
  | "idleMinutesOfStaff"
  | "idleMinutesOfSharedComputers";
type Values = ReturnType<typeof valuesOf>;

const LENGTH = SECURITY_SETTINGS_FORM.leastPasswordLength;
const IDLE = SECURITY_SETTINGS_FORM.idleMinutes;

function check(values: Values): Problems<Values> {
  return {
    leastPasswordLength: problemOf(values.leastPasswordLength, LENGTH),
    idleMinutes: problemOf(values.idleMinutes, IDLE),
    idleMinutesOfStaff: problemOf(values.idleMinutesOfStaff, IDLE),
    idleMinutesOfSharedComputers: problemOf(values.idleMinutesOfSharedComputers, IDLE),
  };
}

function problemOf(value: number | null, { min, max }: { min: number; max: number }) {
  const isValid = value !== null && Number.isInteger(value) && value >= min && value <= max;
  return isValid ? undefined : { key: "settings.rules.badNumber" as const, values: { min, max } };
}

/** Warns that staff without a second step lose their permissions at once. */
function secondStepWarning(saved: Values, values: Values): Warning | null {
  if (saved.staffNeedSecondFactor || !values.staffNeedSecondFactor) return null;
  return {
    title: "settings.security.warning.title",
    effects: [
      { key: "settings.security.warning.withheld" },
      { key: "settings.security.warning.asked" },
      { key: "settings.security.warning.you" },
    ],
  };
}

function SecurityForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const { sendsMail } = useLibrary();
  const section = useSectionForm({
    name: "security",
    stored,
    valuesOf,
    toForm: (values: Values) => ({
      ...values,
      leastPasswordLength: entered(values.leastPasswordLength),
      idleMinutes: entered(values.idleMinutes),
      idleMinutesOfStaff: entered(values.idleMinutesOfStaff),
      idleMinutesOfSharedComputers: entered(values.idleMinutesOfSharedComputers),
    }),
    check,
    warn: secondStepWarning,
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
          <div className="flex flex-col gap-5">
            <NumberField
              label={t("settings.security.leastLength")}
              hint={t("settings.security.leastLengthHint")}
              {...LENGTH}
              {...form.number("leastPasswordLength")}
            />
            <Checkbox
              label={t("settings.security.passphrases")}
              hint={t("settings.security.passphrasesHint")}
              {...form.box("passphrases")}
            />
          </div>
        </Card>
      </Section>
      <Section title={t("settings.security.secondFactor")}>
        <Card>
          <Checkbox
            label={t("settings.security.staffNeed")}
            hint={t("settings.security.staffNeedHint")}
            {...form.box("staffNeedSecondFactor")}
          />
        </Card>
      </Section>
      <Section title={t("settings.security.sessions")}>
        <Card>
          <div className="flex flex-col gap-5">
            <NumberField
              label={t("settings.security.idle")}
              hint={t("settings.security.idleHint")}
              step={5}
              {...IDLE}
              {...form.number("idleMinutes")}
            />
            <NumberField
              label={t("settings.security.idleOfStaff")}
              hint={t("settings.security.idleOfStaffHint")}
              step={5}
              {...IDLE}
              {...form.number("idleMinutesOfStaff")}
            />
            <NumberField
              label={t("settings.security.idleShared")}
              hint={t("settings.security.idleSharedHint")}
              step={5}
              {...IDLE}
              {...form.number("idleMinutesOfSharedComputers")}
            />
          </div>
        </Card>
      </Section>
      <Section title={t("settings.security.thisBrowser")}>
        <Card>
          <SharedComputerMark />
        </Card>
      </Section>
    </SectionFormFrame>
  );
}
