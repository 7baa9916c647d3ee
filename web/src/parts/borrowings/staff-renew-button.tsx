import { useState } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";
import { RenewOverrideDialog, type ShownRefusal } from "./renew-override-dialog.tsx";
import { RenewPress } from "./renew-press.tsx";
import { type Renewed, renewalFailure, renewalQuestion, renewalWords } from "./renewal-words.ts";
import type { RunningFine } from "./running-fine.ts";

/** A refusal that staff override, with their reason. */
interface RefusalOverride {
  code: string;
  comment: string;
}

export interface RenewActions {
  /** Renews the borrowing despite these refusals; rejects when the server refuses. */
  onRenew: (overrides?: readonly RefusalOverride[]) => Promise<Renewed>;
  /** The reasons of a refusal; empty for other failures. */
  refusalsOf: (error: unknown) => Promise<readonly ShownRefusal[]>;
}

interface StaffRenewButtonProps extends RenewActions {
  /** Whether the person may override refusals. */
  mayOverride: boolean;
  borrowing: RunningFine & {
    user: { name: string };
    book: { title: string };
  };
}

/**
 * Renews a borrowing of any person and shows the new due date. When the server refuses for reasons that staff may
 * override, a dialog shows them and offers to renew anyway.
 */
export function StaffRenewButton({
  borrowing,
  mayOverride,
  onRenew,
  refusalsOf,
}: StaffRenewButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const [refusals, setRefusals] = useState<readonly ShownRefusal[]>([]);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { book, user } = borrowing;

  const showDone = (renewed: Renewed) =>
    notify.success(renewalWords(borrowing, renewed, { t, format }));
  const renew = async () => {
    try {
      showDone(await onRenew());
    } catch (error) {
      const refused = mayOverride ? await refusalsOf(error) : [];
      if (refused.some(({ overridable }) => overridable)) {
        setRefusals(refused);
        setProblem(null);
        setOpen(true);
      } else {
        notify.error(renewalFailure(borrowing, error, t));
      }
    }
  };
  const renewAnyway = async (comment: string) => {
    setPending(true);
    setProblem(null);
    try {
      const renewed = await onRenew(refusals.map(({ code }) => ({ code, comment })));
      setOpen(false);
      showDone(renewed);
    } catch (error) {
      // The server lists only reasons that were not overridden, which appeared after the dialog opened.
      const added = await refusalsOf(error);
      const isAdded = (refusal: ShownRefusal) => added.some(({ code }) => code === refusal.code);
      setRefusals((shown) => [...shown.filter((refusal) => !isAdded(refusal)), ...added]);
      setProblem(renewalFailure(borrowing, error, t));
    }
    setPending(false);
  };
  return (
    <>
      <RenewPress
        label={t("borrowings.renew.one")}
        name={t("borrowings.renew.oneOf", { title: book.title })}
        question={renewalQuestion(borrowing, { t, format })}
        renew={renew}
      />
      <RenewOverrideDialog
        open={open}
        onOpenChange={setOpen}
        name={user.name}
        title={book.title}
        refusals={refusals}
        pending={pending}
        problem={problem}
        onRenewAnyway={(comment) => void renewAnyway(comment)}
      />
    </>
  );
}
