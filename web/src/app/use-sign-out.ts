import { useNavigate } from "react-router";
import { useSessionStore } from "@/api/session/session-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { notify } from "@/ui/toast/notify.ts";
import { leaveBy } from "./leaving.ts";

/** Signs out in this browser at once, opens the home page, and shows a message; `say` shows a different one. */
export function useSignOut(say?: () => void): () => void {
  const { t } = useTranslation();
  const session = useSessionStore();
  const navigate = useNavigate();
  return () => {
    void leaveBy(
      () => void session.logout(),
      async () => {
        await navigate("/");
        if (say) say();
        else notify.success(t("auth.logout.success"));
      },
    );
  };
}
