import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { isSharedComputer, markSharedComputer } from "@/lib/shared-computer.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { notify } from "@/ui/toast/notify.ts";

/** Marks this browser as shared. The mark is stored in this browser at once, not with the form. */
export function SharedComputerMark() {
  const { t } = useTranslation();
  const [shared, setShared] = useState(isSharedComputer);
  return (
    <Checkbox
      label={t("settings.security.shared")}
      hint={t("settings.security.sharedHint")}
      checked={shared}
      onChange={({ target }) => {
        markSharedComputer(target.checked);
        setShared(target.checked);
        notify.success(
          t(target.checked ? "settings.security.sharedMarked" : "settings.security.sharedUnmarked"),
        );
      }}
    />
  );
}
