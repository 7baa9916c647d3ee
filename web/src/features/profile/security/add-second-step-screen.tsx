import { useSessionStore } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useSecondFactors } from "./queries.ts";
import { SecuritySection } from "./security-section.tsx";

/**
 * `/add-second-step`: for staff of a library that asks them for a second sign-in step, until they have one. They continue
 * by a button, so that the recovery codes of the new step stay on screen until they are saved.
 */
export default function AddSecondStepScreen() {
  const { t } = useTranslation();
  const session = useSessionStore();
  const { data: factors } = useSecondFactors();
  const isDone = factors && (factors.authenticatorAddedAt !== null || factors.passkeys.length > 0);
  const signOut = () => {
    void session.logout();
    notify.success(t("auth.logout.success"));
  };
  return (
    <Page>
      <DocumentTitle title={t("profile.security.needed.title")} />
      <PageHeader
        title={t("profile.security.needed.title")}
        lead={t("profile.security.needed.lead")}
      />
      <div className="flex max-w-180 flex-col gap-6">
        <SecuritySection />
        <div className="flex flex-wrap gap-3">
          {isDone ? (
            <Button onClick={() => session.profileUpdated({ secondFactorNeeded: false })}>
              {t("profile.security.needed.continue")}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={signOut}>
            {t("nav.signOut")}
          </Button>
        </div>
      </div>
    </Page>
  );
}
