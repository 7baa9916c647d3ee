import { Ban, UserRoundX } from "lucide-react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Badge } from "@/ui/badge.tsx";

/** Marks an inactive account. */
export function InactiveBadge() {
  const { t } = useTranslation();
  return (
    <Badge tone="danger" icon={<UserRoundX aria-hidden="true" />}>
      {t("admin.users.inactive")}
    </Badge>
  );
}

/** Marks a person whom staff have blocked from borrowing. */
export function BlockedBadge() {
  const { t } = useTranslation();
  return (
    <Badge tone="danger" icon={<Ban aria-hidden="true" />}>
      {t("admin.users.blocked")}
    </Badge>
  );
}
