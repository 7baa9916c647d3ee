import { rememberPlace, restoreFocus } from "@/lib/focus-after-removal.ts";
import type { Translate } from "@/lib/i18n/index.ts";
import { type Note, type NoteAction, notify, type Undo } from "./notify.ts";

/** Whether a note has buttons beside the one that dismisses it. */
export function hasActions({ undo, actions }: Note): boolean {
  return undo !== undefined || actions !== undefined;
}

/** The buttons of a note, from left to right. */
export function actionsOf({ undo, actions = [] }: Note, t: Translate): readonly NoteAction[] {
  if (undo === undefined) return actions;
  return [{ label: t("undo.undo"), run: () => void undoNow(undo, t) }, ...actions];
}

/** Undoes an act, and shows the result. */
async function undoNow({ run, done, detail, problemOf }: Undo, t: Translate): Promise<void> {
  const { activeElement } = document;
  const place = activeElement instanceof HTMLElement ? rememberPlace(activeElement) : null;
  try {
    await run();
    notify.success(done, detail === undefined ? {} : { detail });
  } catch (error) {
    notify.error(problemOf(error, t("undo.failed")));
  }
  // One frame later the lists are drawn, maybe without the control that had the focus.
  requestAnimationFrame(() => {
    if (place && !activeElement?.isConnected) restoreFocus(place);
  });
}
