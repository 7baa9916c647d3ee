import { Toast } from "@base-ui/react/toast";
import { Fragment, useEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { hasActions } from "./note-actions.ts";
import { type Note, type NoteAction, receiveNotes } from "./notify.ts";
import { ToastCard, type ToastCardProps } from "./toast-card.tsx";
import { usePlaceBefore } from "./use-place-before.ts";

/** Milliseconds on screen of a note with buttons: time to read it, and to reach its buttons with the keyboard. */
const ACTIONS_DURATION_MS = 10_000;

/** The maximum number of toasts at the same time, so that they do not cover the actions of the page. */
const LIMIT = 3;

const manager = Toast.createToastManager<Note>();

/** A dialog that an action of a note has opened. */
interface Opened {
  note: Note;
  toastId: string;
  dialog: Extract<NoteAction, { dialog: unknown }>["dialog"];
  open: boolean;
}

/**
 * Shows the messages of `notify`, and the dialogs that their actions open. One per page; F6 moves the focus to the
 * messages.
 */
export default function Toaster() {
  const { t } = useTranslation();
  const place = usePlaceBefore();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const shown = new Map<string, Note>();
    return receiveNotes({
      show(note) {
        const id: string = manager.add({
          ...withId(note),
          timeout: hasActions(note) ? ACTIONS_DURATION_MS : note.duration,
          // A high priority would hide the toast and its buttons from screen readers.
          priority: "low",
          data: note,
          onRemove: () => {
            shown.delete(id);
          },
        });
        shown.set(id, note);
      },
      dismiss(matches) {
        for (const [id, note] of shown) if (matches(note)) manager.close(id);
        setOpened((dialog) => (dialog !== null && matches(dialog.note) ? null : dialog));
      },
    });
  }, []);
  const act: ToastCardProps["onAction"] = (note, toastId, action) => {
    if ("run" in action) action.run();
    else setOpened({ note, toastId, dialog: action.dialog, open: true });
  };
  return (
    <>
      <Toast.Provider toastManager={manager} limit={LIMIT}>
        <Toast.Portal>
          {/* At the bottom while the search is open, because its close button is at the top. */}
          <Toast.Viewport
            aria-label={t("common.notifications")}
            data-toasts
            onFocus={place.remember}
            className="fixed inset-x-4 top-18 z-60 flex flex-col gap-2 outline-none sm:inset-x-auto sm:end-6 sm:w-92 sm:[body:has([data-palette])_&]:top-auto sm:[body:has([data-palette])_&]:bottom-6"
          >
            <Toasts onAction={act} placeBefore={place.find} />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
      {opened === null ? null : (
        <Fragment key={opened.toastId}>
          {opened.dialog({
            open: opened.open,
            onOpenChange: (open) => setOpened({ ...opened, open }),
          })}
        </Fragment>
      )}
    </>
  );
}

/** A repeated message extends the toast that already shows it, unless it has actions. */
function withId(note: Note): { id?: string } {
  const { id, tone, message, detail = "" } = note;
  if (id !== undefined) return { id };
  return hasActions(note) ? {} : { id: `${tone} ${message}\n${detail}` };
}

function Toasts(props: Omit<ToastCardProps, "toast">) {
  const { toasts } = Toast.useToastManager<Note>();
  return toasts.map((toast) => <ToastCard key={toast.id} toast={toast} {...props} />);
}
