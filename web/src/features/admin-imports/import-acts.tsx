import { Pause, Play, Undo2, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { type Import, useCommitImport, useImportAct } from "./queries.ts";

type Act = "resume" | "pause" | "cancel" | "undo";

const ICONS = { resume: Play, pause: Pause, cancel: X, undo: Undo2 } as const;

/** A button for an act on an import; those that are hard to take back ask first. */
export function ActButton({ shown, act }: { shown: Import; act: Act }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const { run, pending } = useAct(shown, act);
  const Icon = ICONS[act];
  const asks = act === "undo" || act === "cancel";
  const text =
    act === "undo"
      ? t(`imports.kinds.${shown.kind}.undoText`)
      : t(shown.hasBegun ? "imports.cancelText" : "imports.cancelUnbegun");
  return (
    <>
      <Button
        variant={act === "resume" ? "primary" : "secondary"}
        pending={pending}
        onClick={() => (asks ? setAsking(true) : void run())}
      >
        <Icon aria-hidden="true" />
        {t(`imports.${act}`)}
      </Button>
      {asks ? (
        <AlertDialog
          open={asking}
          onOpenChange={setAsking}
          title={t(`imports.${act as "undo" | "cancel"}Title`)}
          text={text}
          confirm={t(`imports.${act as "undo" | "cancel"}Confirm`)}
          dismiss={act === "cancel" ? t("imports.keep") : undefined}
          onConfirm={() => {
            setAsking(false);
            void run();
          }}
        />
      ) : null}
    </>
  );
}

function useAct(shown: Import, act: Act) {
  const { t } = useTranslation();
  const failed = t("imports.actFailed");
  const commit = useAction(useCommitImport(shown._id), { failed });
  const other = useAction(useImportAct(shown._id, act === "resume" ? "pause" : act), { failed });
  return act === "resume"
    ? { run: () => commit.run(shown.onDuplicate), pending: commit.pending }
    : { run: () => other.run(), pending: other.pending };
}
