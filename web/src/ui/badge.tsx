import { cva, type VariantProps } from "class-variance-authority";
import { BookMarked, CircleAlert, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";

const badgeStyle = cva(
  "inline-flex max-w-full items-center gap-1.5 rounded-full border border-transparent px-2.5 py-0.5 font-medium text-sm forced-colors:border-current [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "bg-sunken text-muted",
        primary: "bg-primary-soft text-on-primary-soft",
        success: "bg-success-soft text-success",
        warning: "bg-warning-soft text-warning",
        danger: "bg-danger-soft text-danger",
        info: "bg-info-soft text-info",
        brass: "bg-brass-soft text-brass",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof badgeStyle>["tone"]>;

interface BadgeProps {
  tone?: Tone;
  /** Colour alone is not accessible: state badges have an icon too. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A short label. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={badgeStyle({ tone })}>
      {icon}
      <span className="fit-line wrap-anywhere">{children}</span>
    </span>
  );
}

export type Status = "active" | "overdue" | "returned";

const STATUS_ICON = { active: BookMarked, overdue: CircleAlert, returned: Undo2 } as const;

/** The colours of the admin tables. The specification gives some screens other colours. */
const STATUS_TONE: Record<Status, Tone> = {
  active: "success",
  overdue: "danger",
  returned: "info",
};

/** The colours for members' own borrowings, where a returned book is positive. */
export const MEMBER_STATUS_TONES: Record<Status, Tone> = {
  active: "info",
  overdue: "danger",
  returned: "success",
};

/**
 * The status of a borrowing as icon, word and colour. An unknown status of a newer server is red, with the server's
 * word.
 */
export function StatusBadge({ status, tones }: { status: Status; tones?: Record<Status, Tone> }) {
  const { t } = useTranslation();
  if (!(status in STATUS_ICON)) {
    return (
      <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
        {status}
      </Badge>
    );
  }
  const Icon = STATUS_ICON[status];
  return (
    <Badge tone={(tones ?? STATUS_TONE)[status]} icon={<Icon aria-hidden="true" />}>
      {t(`common.status.${status}`)}
    </Badge>
  );
}
