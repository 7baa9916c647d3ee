import { AlertDialog as BaseAlert } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

const BACKDROP =
  "fixed inset-0 z-40 bg-scrim transition-opacity duration-180 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0";

const CENTRED =
  "fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] -translate-y-1/2 flex-col low:overflow-y-auto rounded-dialog border border-line bg-surface shadow-float outline-none transition-[opacity,scale] duration-180 ease-calm data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0";

const PANEL = {
  end: "fixed inset-y-0 end-0 z-50 flex w-full flex-col low:overflow-y-auto border-line border-s bg-surface shadow-float outline-none transition-transform duration-240 ease-calm data-ending-style:translate-x-full data-starting-style:translate-x-full rtl:data-ending-style:-translate-x-full rtl:data-starting-style:-translate-x-full",
  bottom:
    "fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] flex-col low:overflow-y-auto rounded-t-dialog border-line border-t bg-surface shadow-float outline-none transition-transform duration-240 ease-calm data-ending-style:translate-y-full data-starting-style:translate-y-full",
} as const;

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence below the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, which stay visible while the body scrolls. */
  footer?: ReactNode;
  width?: "sm" | "md" | "lg";
  /** Only a button of the footer closes the dialog: for content that is shown only once. */
  footerCloses?: boolean;
}

export interface SidePanelProps extends Omit<DialogProps, "footerCloses"> {
  side?: keyof typeof PANEL;
}

const WIDTH = { sm: "max-w-md", md: "max-w-form", lg: "max-w-3xl" } as const;

const PANEL_WIDTH = { sm: "sm:max-w-sm", md: "sm:max-w-xl", lg: "sm:max-w-3xl" } as const;

/**
 * The focus when a dialog opens: the element that is marked for it, or the first field, so that a person can type at once;
 * otherwise the dialog itself, which a screen reader then reads from its title. On touch screens never a field, because the on-screen keyboard would cover
 * half of the dialog.
 */
function useInitialFocus() {
  const popup = useRef<HTMLDivElement>(null);
  const initialFocus = (openedBy: string) =>
    (openedBy === "touch"
      ? null
      : (popup.current?.querySelector<HTMLElement>("[data-autofocus]") ??
        popup.current?.querySelector<HTMLElement>(
          "input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [hidden]), textarea, select",
        ))) ?? popup.current;
  return { ref: popup, initialFocus };
}

/** See `Dialog` in `dialog.tsx`. */
export function Dialog({ width = "md", ...frame }: DialogProps) {
  const focus = useInitialFocus();
  return (
    <Base.Root
      open={frame.open}
      disablePointerDismissal={frame.footerCloses ?? false}
      onOpenChange={(open, details) => {
        if (frame.footerCloses && !open) details.cancel();
        else frame.onOpenChange(open);
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          className={BACKDROP}
          // A press that does not close the dialog must not move the focus.
          onMouseDown={(event) => {
            if (frame.footerCloses) event.preventDefault();
          }}
        />
        <Base.Popup {...focus} className={`${CENTRED} ${WIDTH[width]}`}>
          <Frame {...frame} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * A panel at an edge: `end` for an editor or a person beside the page (the whole screen on phones), `bottom` for
 * filters and menus on phones.
 */
export function SidePanel({ side = "end", width = "md", ...frame }: SidePanelProps) {
  const focus = useInitialFocus();
  return (
    <Base.Root open={frame.open} onOpenChange={frame.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          {...focus}
          className={`${PANEL[side]} ${side === "end" ? PANEL_WIDTH[width] : ""}`}
        >
          <Frame {...frame} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Frame({ title, description, children, footer, footerCloses = false }: DialogProps) {
  const { t } = useTranslation();
  return (
    <>
      <header className="flex flex-col gap-1 px-5 pt-5 pb-2 sm:px-6">
        <div className="flex items-start justify-between gap-4">
          <Base.Title className="wrap-anywhere min-w-0 font-medium font-serif text-xl" dir="auto">
            {title}
          </Base.Title>
          {footerCloses ? null : (
            <div className="-me-2 -my-1.5">
              <Base.Close
                render={
                  <IconButton label={t("common.close")}>
                    <X />
                  </IconButton>
                }
              />
            </div>
          )}
        </div>
        {description ? (
          <Base.Description render={<div />} className="text-md text-muted">
            {description}
          </Base.Description>
        ) : null}
      </header>
      {/* A scroll container clips focus rings: the padding at the top has room for that of the first element. */}
      <div className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 sm:px-6 sm:pb-6 low:flex-none low:overflow-visible">
        {children}
      </div>
      {footer ? (
        <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
          {footer}
        </footer>
      ) : null}
    </>
  );
}

interface SearchLayerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  children: ReactNode;
}

/** A dialog near the top for a search; on phones the whole screen. Its field has the focus. */
export function SearchLayer({ open, onOpenChange, label, children }: SearchLayerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          ref={popup}
          data-palette=""
          aria-label={label}
          initialFocus={() => popup.current?.querySelector<HTMLElement>("input") ?? popup.current}
          className="fixed inset-0 z-50 flex flex-col bg-surface outline-none transition-opacity duration-120 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0 sm:inset-x-4 sm:top-[10vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh] sm:max-w-2xl sm:overflow-hidden sm:rounded-dialog sm:border sm:border-line sm:shadow-float"
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The effect of the action. */
  text: ReactNode;
  /** The label of the button: a verb, such as "Archive book". */
  confirm: string;
  /** The label of the button that closes the dialog; "Cancel" unless the action itself cancels something. */
  dismiss?: string | undefined;
  onConfirm: () => void;
  pending?: boolean;
  tone?: "primary" | "danger";
}

/** Asks for confirmation of an action that cannot be undone. A press outside does not close it. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  text,
  confirm,
  dismiss,
  onConfirm,
  pending = false,
  tone = "danger",
}: AlertDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <BaseAlert.Root open={open} onOpenChange={onOpenChange}>
      <BaseAlert.Portal>
        <BaseAlert.Backdrop className={BACKDROP} />
        <BaseAlert.Popup className={`${CENTRED} max-w-md p-6`} aria-labelledby={titleId}>
          <form
            noValidate
            className="flex flex-col gap-5"
            onKeyDown={(event) => {
              // Enter held down since it opened the dialog is no confirmation.
              if (event.key === "Enter" && event.repeat) event.preventDefault();
            }}
            onSubmit={(event) => {
              // The button has confirmed, also after Enter in a field; a form around the dialog must not be sent.
              event.preventDefault();
              event.stopPropagation();
            }}
          >
            <div className="flex flex-col gap-2">
              <BaseAlert.Title
                id={titleId}
                className="wrap-anywhere font-medium font-serif text-xl"
              >
                {title}
              </BaseAlert.Title>
              <BaseAlert.Description render={<div />} className="wrap-anywhere text-md text-muted">
                {text}
              </BaseAlert.Description>
            </div>
            <div className="flex flex-wrap justify-end gap-2">
              <BaseAlert.Close
                render={<Button variant="secondary">{dismiss ?? t("common.cancel")}</Button>}
              />
              <Button
                type="submit"
                variant={tone}
                pending={pending}
                onClick={({ detail }) => {
                  // The button can still be pressed while the dialog closes, as by a double click.
                  if (open && detail < 2) onConfirm();
                }}
              >
                {confirm}
              </Button>
            </div>
          </form>
        </BaseAlert.Popup>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  );
}
