import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Fragment, useId, useLayoutEffect, useRef } from "react";
import { restoreFocus } from "@/lib/focus-after-removal.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "../action-button.tsx";
import { Lines } from "../lines.tsx";
import { actionsOf, hasActions } from "./note-actions.ts";
import type { Note, NoteAction } from "./notify.ts";

const LOOK = {
  success: { icon: CircleCheck, style: "text-success" },
  error: { icon: CircleAlert, style: "text-danger" },
  info: { icon: Info, style: "text-info" },
} as const;

/** A toast is not a dialog: it does not block the page. */
const NO_DIALOG = { role: "group", "aria-modal": undefined } as const;

export interface ToastCardProps {
  toast: Toast.Root.ToastObject<Note>;
  onAction: (note: Note, toastId: string, action: NoteAction) => void;
  /** The element to focus when a toast that has the focus disappears. */
  placeBefore: () => HTMLElement | null;
}

/** A note on screen: its message, its detail, its actions, and the button that dismisses it. */
export function ToastCard({ toast, onAction, placeBefore }: ToastCardProps) {
  const { t } = useTranslation();
  const { close } = Toast.useToastManager<Note>();
  const card = useRef<HTMLDivElement>(null);
  const detailId = useId();
  /** The note whose action has run, because the buttons can still be pressed while the toast fades out. */
  const done = useRef<Note>(undefined);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      // One frame later the toast is removed, and a dialog that it opened has taken the focus.
      if (hasFocus(element)) requestAnimationFrame(() => restoreFocus(placeBefore));
    };
  }, [placeBefore]);

  const note = toast.data;
  if (note === undefined) return null;
  const { icon: Icon, style } = LOOK[note.tone];
  const described = note.detail === undefined ? {} : { "aria-describedby": detailId };
  const act = async (action: NoteAction) => {
    if (done.current === note) return;
    done.current = note;
    if (hasFocus(card.current)) placeBefore()?.focus({ preventScroll: true });
    close(toast.id);
    onAction(note, toast.id, action);
  };
  return (
    <Toast.Root
      ref={card}
      toast={toast}
      {...NO_DIALOG}
      swipeDirection={["right", "up"]}
      className="translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-card border border-line bg-raised shadow-float transition-[opacity,translate] duration-180 ease-calm data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-3 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-start gap-3 py-2 ps-4 pe-2">
        <Icon aria-hidden="true" className={`mt-2 size-5 shrink-0 ${style}`} />
        <div className="flex min-w-0 flex-1 flex-col break-words py-2 text-md">
          <Toast.Title render={<p />} className="text-ink">
            <Lines text={note.message} />
          </Toast.Title>
          {note.detail === undefined ? null : (
            <Toast.Description id={detailId} className="text-muted">
              <Detail text={note.detail} />
            </Toast.Description>
          )}
          {hasActions(note) ? (
            <div className="mt-2 flex flex-wrap gap-2">
              {actionsOf(note, t).map((action) => (
                <ActionButton
                  key={action.label}
                  variant="secondary"
                  size="sm"
                  action={() => act(action)}
                  {...described}
                >
                  {action.label}
                </ActionButton>
              ))}
            </div>
          ) : null}
        </div>
        <Toast.Close
          // Base UI hides it until the list is hovered or focused; here it is always visible and can be focused.
          aria-hidden={false}
          aria-label={t("common.dismiss", { message: note.message })}
          className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink touch:size-11"
          {...described}
        >
          <X className="size-4" aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  );
}

/** The lines of a detail. Each has the direction of its text, and is aligned to the start of the page's lines. */
function Detail({ text }: { text: string }) {
  return text.split("\n").map((line) => (
    <Fragment key={line}>
      <span className="page-start line-clamp-2" dir="auto">
        {line}
      </span>{" "}
    </Fragment>
  ));
}

function hasFocus(element: HTMLElement | null): boolean {
  return element?.contains(document.activeElement) ?? false;
}
