import { UserRound } from "lucide-react";
import { useCurrentUser } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { AccessTokensSection } from "./access-tokens-section.tsx";
import { AdminTools } from "./admin-tools.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { BorrowingSummary } from "./borrowing-summary.tsx";
import { DetailsSection } from "./details-section.tsx";
import { OwnDataSection } from "./own-data-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SecuritySection } from "./security/security-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/**
 * The person's details and settings. Each section is a separate component: information in the narrow column, forms in
 * the wide one.
 */
export default function ProfileScreen() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  return (
    <Page>
      <DocumentTitle title={t("profile.title")} />
      {user ? (
        <>
          <PageHeader title={t("profile.title")} />
          <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
            <DetailsSection user={user} />
            <div className="flex min-w-0 flex-col gap-8 lg:row-span-2">
              <AdminTools user={user} />
              {user.role === "admin" ? null : <BorrowingSummary />}
              <AppearanceSection />
            </div>
            <div className="flex min-w-0 flex-col gap-8">
              <PasswordSection user={user} />
              <div id="security" className="scroll-mt-20">
                <SecuritySection />
              </div>
              <AccessTokensSection user={user} />
              <SessionsSection />
              <OwnDataSection />
            </div>
          </div>
        </>
      ) : (
        <EmptyState
          headingLevel={1}
          icon={<UserRound />}
          title={t("profile.notLoggedIn.title")}
          text={t("profile.notLoggedIn.text")}
          action={<ButtonLink to="/login">{t("profile.notLoggedIn.signIn")}</ButtonLink>}
        />
      )}
    </Page>
  );
}
