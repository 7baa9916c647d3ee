import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Lines } from "../lines.tsx";
import { type Note, receiveNotes } from "./notify.ts";

const LOOK = {
  success: { icon: CircleCheck, style: "text-success" },
  error: { icon: CircleAlert, style: "text-danger" },
  info: { icon: Info, style: "text-info" },
} as const;

/** A toast is not a dialog: it does not block the page. */
const NO_DIALOG = { role: "group", "aria-modal": undefined } as const;

const manager = Toast.createToastManager<Pick<Note, "tone">>();

/** Shows the messages of `notify`. One per page; F6 moves the focus to it. */
export default function Toaster() {
  const { t } = useTranslation();
  useEffect(() => {
    const errors = new Set<string>();
    return receiveNotes({
      show({ tone, message, duration }) {
        // A repeated message extends the toast that already shows it.
        const id = `${tone} ${message}`;
        if (tone === "error") errors.add(id);
        manager.add({
          id,
          description: message,
          timeout: duration,
          // The high priority would hide the toast, with its button, from screen readers.
          priority: "low",
          data: { tone },
        });
      },
      dismissErrors() {
        for (const id of errors) manager.close(id);
        errors.clear();
      },
    });
  }, []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        {/* At the bottom while the search is open: its close button is at the top. */}
        <Toast.Viewport
          aria-label={t("common.notifications")}
          className="fixed inset-x-4 top-18 z-60 flex flex-col gap-2 outline-none sm:inset-x-auto sm:end-6 sm:w-92 sm:[body:has([data-palette])_&]:top-auto sm:[body:has([data-palette])_&]:bottom-6"
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager<Pick<Note, "tone">>();
  return toasts.map((toast) => {
    const { icon: Icon, style } = LOOK[toast.data?.tone ?? "info"];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        {...NO_DIALOG}
        aria-label={String(toast.description ?? "")}
        swipeDirection={["right", "up"]}
        className="translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-card border border-line bg-raised shadow-float transition-[opacity,translate] duration-180 ease-calm data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-3 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-3 py-2 ps-4 pe-2">
          <Icon aria-hidden="true" className={`mt-2 size-5 shrink-0 ${style}`} />
          <div className="min-w-0 flex-1 break-words py-2 text-ink text-md">
            <Toast.Description>
              <Lines text={String(toast.description ?? "")} />
            </Toast.Description>
          </div>
          <Toast.Close
            // The library hides it until the list is hovered or focused; here it is in view, and can be focused.
            aria-hidden={false}
            aria-label={t("common.dismiss", { message: String(toast.description ?? "") })}
            className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
          >
            <X className="size-4" aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
