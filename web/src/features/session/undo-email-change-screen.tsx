import { useNavigate } from "react-router";
import { messageOf } from "@/api/errors.ts";
import { useUndoEmailChange } from "@/api/queries/email-links.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { AuthCard } from "./auth-card.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { AFTER_UNDOING, useLinkToken } from "./link-token.ts";

/** `/undo-email-change#token=…`: restores the old address of an account, with a link in a mail to it. */
export default function UndoEmailChangeScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  return (
    <AuthCard
      title={t("accounts.undoEmail.heading")}
      lead={t("accounts.undoEmail.lead")}
      aside={<TextLink to="/contact">{t("accounts.undoEmail.contact")}</TextLink>}
    >
      <DocumentTitle title={t("accounts.undoEmail.title")} />
      {token === null ? (
        <Banner tone="warning">{t("accounts.undoEmail.noLink")}</Banner>
      ) : (
        <Undoing key={token} token={token} />
      )}
    </AuthCard>
  );
}

function Undoing({ token }: { token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const undo = useUndoEmailChange();
  const run = async () => {
    try {
      const { data } = await undo.mutateAsync(token);
      // The page for the new password reports this, because the old password no longer works.
      await navigate(data.path, { replace: true, state: AFTER_UNDOING });
    } catch {
      // The failure is shown below.
    }
  };
  const failed = undo.error && {
    error: undo.error,
    message: messageOf(undo.error, t("accounts.undoEmail.failed")),
  };
  return (
    <>
      {failed ? <FailureBanner failure={failed} /> : null}
      <Button size="lg" wide pending={undo.isPending} onClick={() => void run()}>
        {t("accounts.undoEmail.submit")}
      </Button>
    </>
  );
}
