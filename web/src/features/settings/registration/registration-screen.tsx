import { useTranslation } from "@/lib/i18n/index.ts";
import { Card } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";

type Stored = Sections["registration"];

/** `/admin/settings/registration`: whether visitors can register. */
export default function RegistrationSettingsScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage
      name="registration"
      title={t("settings.registration.title")}
      lead={t("settings.registration.lead")}
    >
      {(stored, reload) => <RegistrationForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

function RegistrationForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const section = useSectionForm({
    name: "registration",
    stored,
    valuesOf: ({ open }) => ({ open }),
    toForm: ({ open }) => ({ open }),
  });
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      <Card>
        <Checkbox
          label={t("settings.registration.open")}
          hint={t("settings.registration.openHint")}
          {...section.form.box("open")}
        />
      </Card>
    </SectionFormFrame>
  );
}
