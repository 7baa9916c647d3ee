import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";

interface RenewPressProps {
  label: string;
  /** The accessible name, if the label alone does not tell which book. */
  name?: string;
  /** What to ask before: which fine the renewal charges. Without it, nothing is asked. */
  question: string | null;
  disabledReason?: string | null;
  /** Renews, and shows how that ended; never rejects. */
  renew: () => Promise<unknown>;
}

/** The button that renews one or all books. It asks first when that charges a fine. */
export function RenewPress({
  label,
  name,
  question,
  disabledReason = null,
  renew,
}: RenewPressProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  // What was asked stays in the dialog while it closes.
  const [asked, setAsked] = useState("");
  const ask = async () => {
    setAsked(question ?? "");
    setOpen(true);
  };
  const confirm = async () => {
    setPending(true);
    await renew();
    setPending(false);
    setOpen(false);
  };
  return (
    <>
      <ActionButton
        variant="secondary"
        size="sm"
        aria-label={name}
        disabledReason={disabledReason}
        action={question === null ? renew : ask}
      >
        {label}
      </ActionButton>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t("borrowings.renew.overdueTitle")}
        text={asked}
        confirm={label}
        pending={pending}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
