import { type ReactNode, useEffect } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { USER_CHANGE_FORM } from "@/lib/limits.ts";
import { type Problems, useForm } from "@/lib/use-form.ts";
import { TextArea } from "@/ui/text-input.tsx";

/** The maximum number of characters of the reason. */
const REASON_MAX = USER_CHANGE_FORM.blockReason.max;

interface BlockValues {
  reason: string;
}

/** Checks the reason for a block as the server will; lengths count characters. */
export function blockProblems({ reason }: BlockValues): Problems<BlockValues> {
  const length = [...reason.trim()].length;
  if (length === 0) return { reason: "admin.users.validation.blockReasonRequired" };
  return length > REASON_MAX ? { reason: "admin.users.validation.blockReasonLong" } : {};
}

interface BlockFormProps {
  id: string;
  /** The current reason; empty for a new block. */
  initial: string;
  /** Why the last attempt failed. */
  notice: ReactNode;
  onChanged: (changed: boolean) => void;
  onBlock: (reason: string) => void;
}

/** The reason for a block. */
export function BlockForm({ id, initial, notice, onChanged, onBlock }: BlockFormProps) {
  const { t } = useTranslation();
  const form = useForm<BlockValues>({
    initial: { reason: initial },
    check: blockProblems,
    onSubmit: ({ reason }) => onBlock(reason.trim()),
  });
  useEffect(() => onChanged(form.changed), [form.changed, onChanged]);
  return (
    <form id={id} {...form.props} className="flex flex-col gap-4">
      {notice}
      <TextArea
        label={t("admin.users.blockReason")}
        hint={t("admin.users.blockReasonHint")}
        rows={3}
        {...form.text("reason")}
      />
    </form>
  );
}
