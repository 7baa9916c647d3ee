import { useNavigate } from "react-router";
import { messageOf } from "@/api/errors.ts";
import { useConfirmEmail } from "@/api/queries/email-changes.ts";
import { useSession } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { returningTo } from "@/lib/return-path.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { TextLink } from "@/ui/link.tsx";
import { AuthCard } from "./auth-card.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { useLinkToken } from "./link-token.ts";

/** `/confirm-email#token=…`: the new address of an account, confirmed by a link in a mail to it. */
export default function ConfirmEmailScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  return (
    <AuthCard
      title={t("accounts.confirmEmail.heading")}
      lead={t("accounts.confirmEmail.lead")}
      aside={<TextLink to="/">{t("accounts.confirmEmail.home")}</TextLink>}
    >
      <DocumentTitle title={t("accounts.confirmEmail.title")} />
      {token === null ? (
        <Banner tone="warning">{t("accounts.confirmEmail.noLink")}</Banner>
      ) : (
        <Confirmation key={token} token={token} />
      )}
    </AuthCard>
  );
}

function Confirmation({ token }: { token: string }) {
  const { t } = useTranslation();
  const { authenticated, user } = useSession();
  const navigate = useNavigate();
  const confirm = useConfirmEmail();
  if (confirm.isSuccess) {
    return (
      <>
        <Banner tone="success" focus>
          <p className="font-medium">{t("accounts.confirmEmail.done")}</p>
          <p className="break-words" dir="auto">
            {confirm.data.data.email}
          </p>
        </Banner>
        <ButtonLink to="/profile" size="lg" wide>
          {t("accounts.confirmEmail.profile")}
        </ButtonLink>
      </>
    );
  }
  if (!authenticated) {
    const signIn = () =>
      void navigate("/login", { state: returningTo(`/confirm-email#token=${token}`) });
    return (
      <>
        <p className="text-md">{t("accounts.confirmEmail.signInFirst")}</p>
        <Button size="lg" wide onClick={signIn}>
          {t("accounts.confirmEmail.signIn")}
        </Button>
      </>
    );
  }
  const failed = confirm.error && {
    error: confirm.error,
    message: messageOf(confirm.error, t("accounts.confirmEmail.failed")),
  };
  return (
    <>
      {failed ? (
        <FailureBanner
          failure={failed}
          action={<TextLink to="/profile">{t("accounts.confirmEmail.profile")}</TextLink>}
        />
      ) : null}
      <p className="text-md">{t("accounts.confirmEmail.account", { name: user?.name ?? "" })}</p>
      <Button size="lg" wide pending={confirm.isPending} onClick={() => confirm.mutate(token)}>
        {t("accounts.confirmEmail.submit")}
      </Button>
    </>
  );
}
