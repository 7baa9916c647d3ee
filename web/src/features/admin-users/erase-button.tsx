import { useId, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { roleCodeOf } from "@/api/permissions.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useEraseUser } from "./queries.ts";

/** Erases an account for good, after its email address was typed as a confirmation. */
export function EraseButton({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const address = useAddress();
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const erase = useEraseUser(person._id);
  const reason = useReasonAgainst(person);
  const matches = email.trim().toLowerCase() === person.email.toLowerCase();
  const [tried, setTried] = useState(false);

  const ask = () => {
    erase.reset();
    setEmail("");
    setTried(false);
    setOpen(true);
  };
  const act = async () => {
    setTried(true);
    if (!matches) return;
    try {
      await erase.mutateAsync(email);
      setOpen(false);
      notify.success(t("admin.users.erased", { name: person.name }));
      address.change({ user: null, edit: null }, { replace: true });
    } catch {
      // The dialog stays open and shows the reason.
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="danger" disabledReason={reason} onClick={ask}>
          {t("admin.users.erase")}
        </Button>
        {/* A button under a finger has no tooltip. Screen readers read the reason with the button. */}
        {reason ? (
          <p aria-hidden="true" className="min-w-0 flex-1 basis-60 text-md text-muted">
            {reason}
          </p>
        ) : null}
      </div>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        width="sm"
        title={t("admin.users.eraseTitle", { name: person.name })}
        description={t("admin.users.eraseText")}
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t("common.cancel")}
            </Button>
            <Button variant="danger" type="submit" form={formId} pending={erase.isPending}>
              {t("admin.users.eraseConfirm")}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void act();
          }}
        >
          {erase.isError ? (
            <Banner tone="danger">{messageOf(erase.error, t("admin.users.eraseFailed"))}</Banner>
          ) : null}
          <TextInput
            label={t("admin.users.eraseEmail")}
            hint={t("admin.users.eraseEmailHint", { email: person.email })}
            error={tried && !matches ? t("admin.users.eraseEmailWrong") : undefined}
            type="email"
            autoComplete="off"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </form>
      </Dialog>
    </>
  );
}

/** Why the account cannot be erased now; null when it can. */
function useReasonAgainst(person: UserSummary): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  if (roleCodeOf(person) !== "student") return t("admin.users.eraseStaff");
  if (person.activeBorrowings > 0) {
    return t("admin.users.eraseBorrowings", { count: person.activeBorrowings });
  }
  if (person.balance !== 0) {
    return t("admin.users.eraseBalance", { amount: format.money(person.balance) });
  }
  return null;
}
