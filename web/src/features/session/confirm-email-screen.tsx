import { useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "@/api/errors.ts";
import { useConfirmEmail } from "@/api/queries/email-links.ts";
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

/** `/confirm-email#token=…`: confirms the new address of an account, with a link in a mail to it. */
export default function ConfirmEmailScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const [confirmed, setConfirmed] = useState<{ token: string; email: string } | null>(null);
  const email = confirmed?.token === token ? confirmed?.email : undefined;
  return (
    <AuthCard
      title={t(email ? "accounts.confirmEmail.doneHeading" : "accounts.confirmEmail.heading")}
      lead={t(email ? "accounts.confirmEmail.doneLead" : "accounts.confirmEmail.lead")}
      aside={<TextLink to="/">{t("accounts.confirmEmail.home")}</TextLink>}
    >
      <DocumentTitle title={t("accounts.confirmEmail.title")} />
      {token === null ? (
        <Banner tone="warning">{t("accounts.confirmEmail.noLink")}</Banner>
      ) : email ? (
        <Confirmed email={email} />
      ) : (
        <Confirmation
          key={token}
          token={token}
          onDone={(address) => setConfirmed({ token, email: address })}
        />
      )}
    </AuthCard>
  );
}

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Banner tone="success" focus>
        <p className="font-medium">{t("accounts.confirmEmail.done")}</p>
        <p className="break-words" dir="auto">
          {email}
        </p>
      </Banner>
      <ButtonLink to="/profile" size="lg" wide>
        {t("accounts.confirmEmail.profile")}
      </ButtonLink>
    </>
  );
}

interface ConfirmationProps {
  token: string;
  onDone: (email: string) => void;
}

function Confirmation({ token, onDone }: ConfirmationProps) {
  const { t } = useTranslation();
  const { authenticated, user } = useSession();
  const navigate = useNavigate();
  const confirm = useConfirmEmail();
  const run = () => confirm.mutate(token, { onSuccess: ({ data }) => onDone(data.email) });
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
      <Button size="lg" wide pending={confirm.isPending} onClick={run}>
        {t("accounts.confirmEmail.submit")}
      </Button>
    </>
  );
}
