import { useState } from "react";
import type { AccessToken } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { useRevokeAccessToken } from "./token-queries.ts";

/** Revokes an access token, after a confirmation. */
export function RevokeTokenButton({ token }: { token: AccessToken }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const revoke = useAction(useRevokeAccessToken(), {
    done: () => t("profile.tokens.revoked"),
    failed: t("profile.tokens.revokeFailed"),
    shows: "problem",
  });
  const { name } = token;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t("profile.tokens.revokeOf", { name })}
        onClick={() => {
          revoke.reset();
          setOpen(true);
        }}
      >
        {t("profile.tokens.revoke")}
      </Button>
      <ActionDialog
        action={revoke}
        open={open}
        onOpenChange={setOpen}
        title={t("profile.tokens.revokeTitle", { name })}
        text={t("profile.tokens.revokeText")}
        confirm={t("profile.tokens.revoke")}
        onConfirm={() => revoke.run(token._id)}
      />
    </>
  );
}
