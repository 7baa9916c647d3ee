import { Ban, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { OVERRIDE_FORM } from "@/lib/limits.ts";
import { type Problems, useForm } from "@/lib/use-form.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { TextArea } from "@/ui/text-input.tsx";

/** The maximum number of characters of the comment. */
const COMMENT_MAX = OVERRIDE_FORM.comment.max;

/** One reason of a refusal. */
export interface ShownRefusal {
  code: string;
  message: string;
  /** The reason that staff have given for it. */
  detail?: string;
  /** Whether staff may override it. */
  overridable: boolean;
}

interface RenewOverrideDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The borrower. */
  name: string;
  /** The book. */
  title: string;
  refusals: readonly ShownRefusal[];
  pending: boolean;
  /** Why the last attempt failed. */
  problem: string | null;
  onRenewAnyway: (comment: string) => void;
}

/** Shows why a renewal was refused. If all reasons can be overridden, offers to renew anyway. */
export function RenewOverrideDialog({
  open,
  onOpenChange,
  name,
  title,
  refusals,
  pending,
  problem,
  onRenewAnyway,
}: RenewOverrideDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const firm = refusals.filter(({ overridable }) => !overridable);
  const overridable = refusals.filter((refusal) => refusal.overridable);
  const possible = firm.length === 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title={t("borrowings.override.title")}
      description={
        <div className="flex flex-col gap-3">
          <p>{t("borrowings.override.borrowing", { title, name })}</p>
          <Reasons refusals={firm} icon={<Ban aria-hidden="true" className="text-danger" />} />
          {!possible && overridable.length > 0 ? <p>{t("borrowings.override.also")}</p> : null}
          <Reasons
            refusals={overridable}
            icon={<TriangleAlert aria-hidden="true" className="text-warning" />}
          />
          <p>{t(possible ? "borrowings.override.meaning" : "borrowings.override.impossible")}</p>
        </div>
      }
      footer={
        possible ? (
          <>
            <Button variant="secondary" onClick={() => onOpenChange(false)}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" form={formId} pending={pending}>
              {t("borrowings.override.confirm")}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t("common.close")}
          </Button>
        )
      }
    >
      {possible ? (
        <CommentForm id={formId} problem={problem} onRenewAnyway={onRenewAnyway} />
      ) : null}
    </Dialog>
  );
}

function Reasons({ refusals, icon }: { refusals: readonly ShownRefusal[]; icon: React.ReactNode }) {
  const { t } = useTranslation();
  if (refusals.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-ink">
      {refusals.map(({ code, message, detail }) => (
        <li
          key={code}
          className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
        >
          {icon}
          <span className="min-w-0 break-words">
            {message}
            {detail === undefined ? null : (
              <span className="block whitespace-pre-line text-muted">
                {t("borrowings.override.detail", { detail })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface CommentValues {
  comment: string;
}

function problemsOf({ comment }: CommentValues): Problems<CommentValues> {
  const length = [...comment.trim()].length;
  if (length === 0) return { comment: "borrowings.override.commentRequired" };
  return length > COMMENT_MAX ? { comment: "borrowings.override.commentLong" } : {};
}

/** Asks for the reason for the override; the field is empty whenever the dialog opens. */
function CommentForm({
  id,
  problem,
  onRenewAnyway,
}: Pick<RenewOverrideDialogProps, "problem" | "onRenewAnyway"> & { id: string }) {
  const { t } = useTranslation();
  const form = useForm<CommentValues>({
    initial: { comment: "" },
    check: problemsOf,
    onSubmit: ({ comment }) => onRenewAnyway(comment.trim()),
  });
  return (
    <form id={id} {...form.props} className="flex flex-col gap-4">
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      <TextArea label={t("borrowings.override.comment")} rows={3} {...form.text("comment")} />
    </form>
  );
}
