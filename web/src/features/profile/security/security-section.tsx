import { Fingerprint, KeyRound, KeySquare, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { supportsPasskeys } from "@/api/passkeys.ts";
import type { Passkey, SecondFactors } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { useRemoveAuthenticator, useRemovePasskey, useSecondFactors } from "./queries.ts";
import { RecoveryCodesButton } from "./recovery-codes.tsx";
import { RemoveFactorButton } from "./remove-factor-button.tsx";

const AuthenticatorDialog = onDemand(
  async () => (await import("./authenticator-dialog.tsx")).default,
);
const AddPasskeyDialog = onDemand(
  async () => (await import("./passkey-dialogs.tsx")).AddPasskeyDialog,
);
const RenamePasskeyDialog = onDemand(
  async () => (await import("./passkey-dialogs.tsx")).RenamePasskeyDialog,
);

/** The second factors of the person. */
export function SecuritySection() {
  const { t } = useTranslation();
  const factors = useSecondFactors();
  return (
    <Section title={t("profile.security.title")}>
      <Card flush>
        <p className="border-line border-b p-4 text-md text-muted sm:px-6">
          {t("profile.security.lead")}
        </p>
        {factors.data ? (
          <Factors factors={factors.data} />
        ) : factors.error ? (
          <ErrorState
            compact
            headingLevel={3}
            title={t("profile.security.loadFailed")}
            text={messageOf(factors.error, "")}
            onRetry={() => void factors.refetch()}
            retrying={factors.isFetching}
          />
        ) : (
          <div className="p-4 sm:px-6">
            <TextSkeleton lines={3} />
          </div>
        )}
      </Card>
    </Section>
  );
}

function Factors({ factors }: { factors: SecondFactors }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [wantsApp, setWantsApp] = useState(false);
  const [wantsPasskey, setWantsPasskey] = useState(false);
  const [adding, setAdding] = useState<"app" | "passkey" | null>(null);
  const removeApp = useRemoveAuthenticator();
  const { authenticatorAddedAt, passkeys, recoveryCodesLeft } = factors;
  const onOpenChange = (open: boolean) => {
    if (!open) setAdding(null);
  };
  return (
    <ul className="flex flex-col divide-y divide-line">
      <Factor
        icon={<Smartphone />}
        title={t("profile.security.app.title")}
        badge={authenticatorAddedAt ? <On /> : null}
        text={
          authenticatorAddedAt
            ? t("profile.security.added", { date: format.date(authenticatorAddedAt) })
            : t("profile.security.app.text")
        }
        action={
          authenticatorAddedAt ? (
            <RemoveFactorButton
              name={t("profile.security.app.title")}
              action={() => removeApp.mutateAsync(undefined)}
            />
          ) : (
            <Button
              variant="secondary"
              size="sm"
              aria-label={t("profile.security.app.addTitle")}
              onClick={() => {
                setWantsApp(true);
                setAdding("app");
              }}
            >
              {t("profile.security.app.add")}
            </Button>
          )
        }
      />
      <Factor
        icon={<Fingerprint />}
        title={t("profile.security.passkey.title")}
        badge={passkeys.length > 0 ? <On /> : null}
        text={t(
          supportsPasskeys()
            ? "profile.security.passkey.text"
            : "profile.security.passkey.unsupported",
        )}
        action={
          supportsPasskeys() ? (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                setWantsPasskey(true);
                setAdding("passkey");
              }}
            >
              {t("profile.security.passkey.add")}
            </Button>
          ) : null
        }
      />
      {passkeys.map((passkey) => (
        <PasskeyEntry key={passkey._id} passkey={passkey} />
      ))}
      {authenticatorAddedAt || passkeys.length > 0 ? (
        <Factor
          icon={<KeySquare />}
          title={t("profile.security.recovery.title")}
          text={t("profile.security.recovery.left", { count: recoveryCodesLeft })}
          action={<RecoveryCodesButton />}
        />
      ) : null}
      {wantsApp ? (
        <AuthenticatorDialog open={adding === "app"} onOpenChange={onOpenChange} />
      ) : null}
      {wantsPasskey ? (
        <AddPasskeyDialog open={adding === "passkey"} onOpenChange={onOpenChange} />
      ) : null}
    </ul>
  );
}

function On() {
  const { t } = useTranslation();
  return <Badge tone="success">{t("profile.security.on")}</Badge>;
}

function PasskeyEntry({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const format = useFormat();
  // Null until the dialog is opened for the first time.
  const [renaming, setRenaming] = useState<boolean | null>(null);
  const remove = useRemovePasskey();
  const { name, site, createdAt, lastUsedAt } = passkey;
  const facts = [
    t("profile.security.added", { date: format.date(createdAt) }),
    lastUsedAt
      ? t("profile.security.passkey.used", { date: format.date(lastUsedAt) })
      : t("profile.security.passkey.unused"),
  ];
  if (site !== location.hostname) facts.push(t("profile.security.passkey.site", { site }));
  return (
    <Factor
      icon={<KeyRound />}
      title={name}
      text={facts.join(" · ")}
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={t("profile.security.passkey.renameOf", { name })}
            onClick={() => setRenaming(true)}
          >
            {t("profile.security.passkey.rename")}
          </Button>
          <RemoveFactorButton name={name} action={() => remove.mutateAsync(passkey._id)} />
          {renaming === null ? null : (
            <RenamePasskeyDialog passkey={passkey} open={renaming} onOpenChange={setRenaming} />
          )}
        </div>
      }
    />
  );
}

interface FactorProps {
  icon: ReactNode;
  title: string;
  badge?: ReactNode;
  text: string;
  action: ReactNode;
}

function Factor({ icon, title, badge, text, action }: FactorProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6">
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <span aria-hidden="true" className="mt-0.5 text-subtle [&_svg]:size-5">
          {icon}
        </span>
        <div className="flex min-w-0 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 break-words" dir="auto">
              {title}
            </span>
            {badge}
          </p>
          <p className="text-muted text-sm">{text}</p>
        </div>
      </div>
      {action}
    </li>
  );
}
