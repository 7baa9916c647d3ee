import type { User } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Card, Section } from "@/ui/card.tsx";
import { PasswordForm } from "./password-form.tsx";

/** The section to change the password. */
export function PasswordSection({ user }: { user: User }) {
  const { t } = useTranslation();
  return (
    <Section title={t("profile.password.title")}>
      <Card>
        <p className="mb-5 text-md text-muted">{t("profile.password.lead")}</p>
        <PasswordForm email={user.email} />
      </Card>
    </Section>
  );
}
