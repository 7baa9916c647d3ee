import { useEffect, useState } from "react";
import { whenActed } from "@/lib/first-act.ts";
import type { AlertDialogProps, DialogProps, SidePanelProps } from "./dialog-layers.tsx";
import { onDemand } from "./on-demand.tsx";
import { notify } from "./toast/notify.ts";

/*
 * What opens above the page is not needed to read it: its code is fetched when the person begins to use the page, or
 * when the first of it is opened.
 */
const load = () => import("./dialog-layers.tsx");
const DialogLayer = onDemand(async () => (await load()).Dialog);
const SidePanelLayer = onDemand(async () => (await load()).SidePanel);
const AlertDialogLayer = onDemand(async () => (await load()).AlertDialog);

/**
 * False until the first opening; then true, so that the closing animation is visible. The toasts lie above the layer:
 * an opening removes those of earlier errors, which would hide its title on a phone.
 */
function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  useEffect(() => whenActed(() => void load().catch(() => {})), []);
  useEffect(() => {
    if (open) notify.dismissErrors();
  }, [open]);
  return opened;
}

/**
 * A dialog in the middle. Escape and a press outside close it, unless only its footer may; the focus
 * goes back.
 */
export function Dialog(props: DialogProps) {
  return useOpened(props.open) ? <DialogLayer {...props} /> : null;
}

/**
 * A sheet at the edge: `end` for an editor or a person beside the page (the whole screen on
 * phones), `bottom` for filters and menus under the thumb.
 */
export function SidePanel(props: SidePanelProps) {
  return useOpened(props.open) ? <SidePanelLayer {...props} /> : null;
}

/** Asks before something that cannot be taken back. A press outside does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  return useOpened(props.open) ? <AlertDialogLayer {...props} /> : null;
}
