import { useSessionStore } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useSignOut } from "../use-sign-out.ts";
import { useIdleEnd } from "./use-idle-end.ts";

interface IdleEndProps {
  userId: string;
  idleMinutes: number;
}

/** Ends an idle session and opens the home page; one minute before, asks whether to stay. */
export function IdleEnd({ userId, idleMinutes }: IdleEndProps) {
  const { t } = useTranslation();
  const session = useSessionStore();
  const signOut = useSignOut();
  const end = useSignOut(() => notify.lasting(t("common.idle.ended")));
  const { secondsLeft, stay } = useIdleEnd({
    userId,
    idleMinutes,
    onUse: () => void session.reload(),
    onEnd: end,
  });
  return (
    <Dialog
      open={secondsLeft !== null}
      onOpenChange={(open) => {
        if (!open) stay();
      }}
      width="sm"
      title={t("common.idle.title")}
      footer={
        <>
          <Button variant="secondary" onClick={signOut}>
            {t("common.idle.signOut")}
          </Button>
          <Button onClick={stay}>{t("common.idle.stay")}</Button>
        </>
      }
    >
      <p className="text-md text-muted">
        {t("common.idle.text", { count: secondsLeft ?? 0, number: String(secondsLeft ?? 0) })}
      </p>
    </Dialog>
  );
}
