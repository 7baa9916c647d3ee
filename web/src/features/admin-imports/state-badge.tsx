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
export function StateBadge({ state, valid }: Pick<Import, "state" | "valid">) {
  const { t } = useTranslation();
  if (state === "ready" && valid === 0) {
    return <Badge tone="danger">{t("imports.states.noneValid")}</Badge>;
  }
  return <Badge tone={TONES[state]}>{t(`imports.states.${state}`)}</Badge>;
}
