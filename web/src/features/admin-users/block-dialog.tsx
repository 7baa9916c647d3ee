import { useEffect, useId, useState } from "react";
import type { UserSummary } from "@/api/shapes.ts";
import { type TextKey, useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { BlockForm } from "./block-form.tsx";
import { useChangeUser, useReloadPerson } from "./queries.ts";

interface BlockDialogProps {
  open: boolean;
  onClose: () => void;
  person: UserSummary;
}

/**
 * Asks for the reason for a block, or for a new reason if the person is already blocked. Asks for confirmation before a
 * changed reason is discarded.
 */
export function BlockDialog({ open, onClose, person }: BlockDialogProps) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState(false);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!open || !changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [open, changed]);
  const leave = () => {
    setAsking(false);
    setChanged(false);
    onClose();
  };
  const close = () => (changed ? setAsking(true) : leave());
  const formId = useId();
  // The reasons of a block when the dialog opened, and as it was last loaded; null without a block.
  const [before, setBefore] = useState<string | null>(null);
  const [known, setKnown] = useState<string | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const { name } = person;
  const reload = useReloadPerson(person._id);
  const change = useChangeUser(person._id);
  const block = useAction(
    {
      mutateAsync: async (replaces: { reason: string; known: string | null }) => {
        // Another administrator may have blocked or unblocked the person since the page was loaded.
        const now = await reload();
        if (now.blockReason !== replaces.known) return now;
        await change.mutateAsync({ blockReason: replaces.reason });
        return null;
      },
    },
    {
      done: (meanwhile) => {
        if (meanwhile) {
          setKnown(meanwhile.blockReason);
          return null;
        }
        leave();
        return t(known === null ? "admin.users.blockedNow" : "admin.users.blockEdited", { name });
      },
      failed: t("admin.saveFailed"),
      shows: "problem",
    },
  );
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setBefore(person.blockReason);
      setKnown(person.blockReason);
      block.reset();
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      width="sm"
      title={t(before === null ? "admin.users.blockTitle" : "admin.users.blockEditTitle", { name })}
      description={t("admin.users.blockText")}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {t("common.cancel")}
          </Button>
          <Button
            variant={known === null ? "danger" : "primary"}
            type="submit"
            form={formId}
            pending={block.pending}
          >
            {t(confirmOf(before, known))}
          </Button>
        </>
      }
    >
      <BlockForm
        id={formId}
        initial={before ?? ""}
        onChanged={setChanged}
        onBlock={(reason) => void block.run({ reason, known })}
        notice={
          <>
            {known === before ? null : <Meanwhile name={name} before={before} known={known} />}
            {block.problem ? <Banner tone="danger">{block.problem}</Banner> : null}
          </>
        }
      />
      <DiscardDialog open={asking} onStay={() => setAsking(false)} onDiscard={leave} />
    </Dialog>
  );
}

/** The text of the button; a different one if the block has changed since the dialog opened. */
function confirmOf(before: string | null, known: string | null): TextKey {
  if (known === null) return "admin.users.block";
  return known === before ? "admin.users.blockEditSave" : "admin.users.blockReplace";
}

/** What another administrator did since the dialog opened. */
function Meanwhile({
  name,
  before,
  known,
}: {
  name: string;
  before: string | null;
  known: string | null;
}) {
  const { t } = useTranslation();
  if (known === null) {
    return <Banner tone="warning">{t("admin.users.unblockedMeanwhile", { name })}</Banner>;
  }
  return (
    <Banner tone="warning">
      <p className="font-medium">
        {t(before === null ? "admin.users.blockedMeanwhile" : "admin.users.blockEditedMeanwhile", {
          name,
        })}
      </p>
      <p dir="auto" className="whitespace-pre-line break-words">
        {known}
      </p>
      <p className="mt-2">{t("admin.users.blockReplaceText")}</p>
    </Banner>
  );
}
