import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";
import type { Import } from "./queries.ts";

const TONES = {
  checking: "info",
  ready: "warning",
  importing: "info",
  paused: "warning",
  done: "success",
  failed: "danger",
  cancelled: "neutral",
  undoing: "info",
  undone: "neutral",
} as const satisfies Record<Import["state"], string>;

/** The state of an import. */
export function StateBadge({ state }: Pick<Import, "state">) {
  const { t } = useTranslation();
  return <Badge tone={TONES[state]}>{t(`imports.states.${state}`)}</Badge>;
}
