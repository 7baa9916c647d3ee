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
 * False until the first opening; then true, so that the closing animation is visible. An opening removes the toasts of
 * earlier errors, which would cover the title on a phone.
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
 * A dialog in the centre. Escape and a press outside close it, unless `footerCloses` is set; then the focus returns.
 */
export function Dialog(props: DialogProps) {
  return useOpened(props.open) ? <DialogLayer {...props} /> : null;
}

/**
 * A panel at an edge: `end` for an editor or a person beside the page (the whole screen on phones), `bottom` for
 * filters and menus on phones.
 */
export function SidePanel(props: SidePanelProps) {
  return useOpened(props.open) ? <SidePanelLayer {...props} /> : null;
}

/** Asks for confirmation of an action that cannot be undone. A press outside does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  return useOpened(props.open) ? <AlertDialogLayer {...props} /> : null;
}
