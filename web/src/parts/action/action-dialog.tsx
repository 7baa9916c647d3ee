import type { ComponentProps, ReactNode } from "react";
import { Banner } from "@/ui/banner.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import type { Action } from "./use-action.ts";

interface ActionDialogProps
  extends Omit<ComponentProps<typeof AlertDialog>, "onConfirm" | "pending" | "text"> {
  /** An action that shows its failures as `problem`. */
  action: Pick<Action<never>, "pending" | "problem">;
  text: ReactNode;
  /** Runs the action; resolves to whether it succeeded. */
  onConfirm: () => Promise<boolean>;
}

/**
 * Asks for confirmation before an action. Closes when the action has succeeded; otherwise stays open and shows the
 * reason.
 */
export function ActionDialog({
  action,
  text,
  onConfirm,
  onOpenChange,
  ...rest
}: ActionDialogProps) {
  const confirm = async () => {
    if (await onConfirm()) onOpenChange(false);
  };
  return (
    <AlertDialog
      {...rest}
      onOpenChange={onOpenChange}
      text={
        <div className="flex flex-col gap-4">
          {typeof text === "string" ? <p>{text}</p> : text}
          {action.problem === null ? null : <Banner tone="danger">{action.problem}</Banner>}
        </div>
      }
      pending={action.pending}
      onConfirm={() => void confirm()}
    />
  );
}
