import { useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import type { Action } from "./use-action.ts";

interface TypedDialogProps {
  /** An action that shows its failures as `problem`. */
  action: Pick<Action<never>, "pending" | "problem">;
  onClose: () => void;
  title: string;
  text: string;
  /** The text to type as a confirmation, without regard to case. */
  expected: string;
  /** The label of the field, the hint that says what to type, and the error for other texts. */
  label: string;
  hint: string;
  wrong: string;
  type?: "text" | "email";
  confirm: string;
  /** Runs the action with the typed text; resolves to whether it succeeded. */
  onConfirm: (typed: string) => Promise<boolean>;
}

/**
 * Asks for a typed name as a confirmation before a destructive action. Mounted only while open; stays open after a
 * failure.
 */
export function TypedDialog(props: TypedDialogProps) {
  const { action, expected, onClose } = props;
  const { t } = useTranslation();
  const formId = useId();
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const matches = folded(typed) === folded(expected);

  const act = async () => {
    setTried(true);
    if (matches && (await props.onConfirm(typed.trim()))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="sm"
      title={props.title}
      description={props.text}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button variant="danger" type="submit" form={formId} pending={action.pending}>
            {props.confirm}
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
          if (!matches) event.currentTarget.querySelector("input")?.focus();
          void act();
        }}
      >
        {action.problem === null ? null : <Banner tone="danger">{action.problem}</Banner>}
        <TextInput
          label={props.label}
          hint={props.hint}
          error={tried && !matches ? props.wrong : undefined}
          type={props.type ?? "text"}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </Dialog>
  );
}

/** Normalizes differences of keyboards and pasted texts: case, spaces, the form of accents and quotes. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e]/g, '"')
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
