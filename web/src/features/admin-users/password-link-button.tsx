import { Copy, KeyRound } from "lucide-react";
import { useRef, useState } from "react";
import type { UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useMakePasswordLink } from "./queries.ts";

/** Creates a link for a new password, for the administrator to hand over. */
export function PasswordLinkButton({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const make = useMakePasswordLink(person._id);
  const action = useAction(make, { failed: t("admin.users.passwordLinkFailed"), shows: "problem" });
  const field = useRef<HTMLInputElement>(null);
  const link = make.data ? new URL(make.data.path, location.origin).href : "";

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notify.success(t("admin.users.passwordLinkCopied"));
    } catch {
      // Some browsers do not let pages write to the clipboard; the link can still be copied by hand.
      field.current?.select();
      notify.info(t("admin.users.passwordLinkSelected"));
    }
  };

  return (
    <>
      <Button
        variant="secondary"
        disabledReason={person.isActive ? null : t("admin.users.passwordLinkInactive")}
        onClick={() => {
          make.reset();
          action.reset();
          setOpen(true);
        }}
      >
        <KeyRound aria-hidden="true" />
        {t("admin.users.passwordLink")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        footerCloses={make.data !== undefined}
        title={t("admin.users.passwordLinkTitle", { name: person.name })}
        description={t("admin.users.passwordLinkLead")}
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t(make.data ? "common.close" : "common.cancel")}
            </Button>
            {make.data ? (
              <Button onClick={() => void copy()}>
                <Copy aria-hidden="true" />
                {t("admin.users.passwordLinkCopy")}
              </Button>
            ) : (
              <Button pending={action.pending} onClick={() => void action.run()}>
                {t("admin.users.passwordLinkMake")}
              </Button>
            )}
          </>
        }
      >
        {make.data ? (
          <TextInput
            ref={field}
            readOnly
            label={t("admin.users.passwordLinkLabel")}
            hint={t("admin.users.passwordLinkOnce", {
              date: format.dateTime(make.data.expiresAt),
            })}
            value={link}
            onFocus={(event) => event.target.select()}
          />
        ) : action.problem ? (
          <Banner tone="danger" focus>
            {action.problem}
          </Banner>
        ) : null}
      </Dialog>
    </>
  );
}
