import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { AccessToken } from "@/api/shapes.ts";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useRevokeAccessToken } from "./token-queries.ts";

/** Revokes an access token, after asking. */
export function RevokeTokenButton({ token }: { token: AccessToken }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const rememberFocus = useFocusAfterRemoval();
  const revoke = useRevokeAccessToken();
  const { name } = token;
  const act = async () => {
    try {
      await revoke.mutateAsync(token._id);
      setOpen(false);
      notify.success(t("profile.tokens.revoked"));
    } catch {
      // The dialog stays open and shows the reason.
    }
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("profile.tokens.revokeOf", { name })}
        onClick={(event) => {
          rememberFocus(event.currentTarget);
          revoke.reset();
          setOpen(true);
        }}
      >
        {t("profile.tokens.revoke")}
      </Button>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t("profile.tokens.revokeTitle", { name })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t("profile.tokens.revokeText")}</p>
            {revoke.isError ? (
              <Banner tone="danger">
                {messageOf(revoke.error, t("profile.tokens.revokeFailed"))}
              </Banner>
            ) : null}
          </div>
        }
        confirm={t("profile.tokens.revoke")}
        pending={revoke.isPending}
        onConfirm={() => void act()}
      />
    </>
  );
}
