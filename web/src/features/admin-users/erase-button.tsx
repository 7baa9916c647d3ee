import { useState } from "react";
import { roleCodeOf } from "@/api/permissions.ts";
import type { UserSummary } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { TypedDialog } from "@/parts/action/typed-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { useEraseUser } from "./queries.ts";

/** Erases an account permanently, after the person has typed its email address. */
export function EraseButton({ person }: { person: UserSummary }) {
  const { t } = useTranslation();
  const address = useAddress();
  const [open, setOpen] = useState(false);
  const erase = useAction(useEraseUser(person._id), {
    done: () => t("admin.users.erased", { name: person.name }),
    failed: t("admin.users.eraseFailed"),
    shows: "problem",
  });
  const reason = useReasonAgainst(person);

  const ask = () => {
    erase.reset();
    setOpen(true);
  };
  const act = async (email: string) => {
    const done = await erase.run(email);
    if (done) address.change({ user: null, edit: null }, { replace: true });
    return done;
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="danger" disabledReason={reason} onClick={ask}>
          {t("admin.users.erase")}
        </Button>
        {/* Touch screens show no tooltips. Screen readers read the reason with the button. */}
        {reason ? (
          <p aria-hidden="true" className="min-w-0 flex-1 basis-60 text-md text-muted">
            {reason}
          </p>
        ) : null}
      </div>
      {open ? (
        <TypedDialog
          action={erase}
          onClose={() => setOpen(false)}
          title={t("admin.users.eraseTitle", { name: person.name })}
          text={t("admin.users.eraseText")}
          expected={person.email}
          label={t("admin.users.eraseEmail")}
          hint={t("admin.users.eraseEmailHint", { email: person.email })}
          wrong={t("admin.users.eraseEmailWrong")}
          type="email"
          confirm={t("admin.users.eraseConfirm")}
          onConfirm={act}
        />
      ) : null}
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
