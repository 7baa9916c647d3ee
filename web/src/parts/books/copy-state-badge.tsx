import {
  BookMarked,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  Library,
  type LucideIcon,
  TriangleAlert,
  Truck,
  Wrench,
} from "lucide-react";
import type { Copy } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge, type Tone } from "@/ui/badge.tsx";

const LOOK: Record<Copy["state"], { icon: LucideIcon; tone: Tone }> = {
  available: { icon: CircleCheck, tone: "success" },
  on_loan: { icon: BookMarked, tone: "info" },
  hold_shelf: { icon: BookMarked, tone: "warning" },
  in_transit: { icon: Truck, tone: "warning" },
  lost: { icon: CircleHelp, tone: "danger" },
  damaged: { icon: TriangleAlert, tone: "danger" },
  in_repair: { icon: Wrench, tone: "warning" },
  withdrawn: { icon: CircleMinus, tone: "neutral" },
  unknown: { icon: CircleHelp, tone: "neutral" },
};

/** The state of a copy, and whether it stays in the library. "Available" would say that it can be borrowed. */
export function CopyStates({ copy }: { copy: Pick<Copy, "state" | "isLendable"> }) {
  const { t } = useTranslation();
  return (
    <>
      {copy.isLendable || copy.state !== "available" ? <CopyStateBadge state={copy.state} /> : null}
      {copy.isLendable ? null : (
        <Badge tone="neutral" icon={<Library aria-hidden="true" />}>
          {t("admin.copies.notForLoan")}
        </Badge>
      )}
    </>
  );
}

/** The state of a copy, in words and with an icon. */
export function CopyStateBadge({ state }: Pick<Copy, "state">) {
  const { t } = useTranslation();
  const { icon: Icon, tone } = LOOK[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(`admin.books.state.${state}`)}
    </Badge>
  );
}
