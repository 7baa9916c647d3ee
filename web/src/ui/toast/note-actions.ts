import { rememberPlace, restoreFocus } from "@/lib/focus-after-removal.ts";
import type { Translate } from "@/lib/i18n/index.ts";
import { type Note, type NoteAction, notify, type Undo } from "./notify.ts";

/** Whether a note has buttons besides the one that dismisses it. */
export function hasActions({ undo, actions }: Note): boolean {
  return undo !== undefined || actions !== undefined;
}

/** The buttons of a note, from left to right. */
export function actionsOf({ undo, actions = [] }: Note, t: Translate): readonly NoteAction[] {
  if (undo === undefined) return actions;
  return [{ label: t("undo.undo"), run: () => void undoNow(undo, t) }, ...actions];
}

/** Whether a retry may succeed: there was no response, or the response is not a refusal. */
function mayRepeat(error: unknown): boolean {
  const status = error instanceof Error && "status" in error ? error.status : 0;
  return typeof status !== "number" || status < 400 || status >= 500 || status === 429;
}

/** Undoes an action, and shows the result. After a temporary failure, the undo can be retried. */
async function undoNow(undo: Undo, t: Translate): Promise<void> {
  const { run, done, detail, problemOf } = undo;
  const { activeElement } = document;
  const about = detail === undefined ? {} : { detail };
  const place = activeElement instanceof HTMLElement ? rememberPlace(activeElement) : null;
  try {
    await run();
    notify.success(done, about);
  } catch (error) {
    const again = mayRepeat(error) ? { undo } : {};
    notify.error(problemOf(error, t("undo.failed")), { ...about, ...again });
  }
  // One frame later the lists are rendered, possibly without the control that had the focus.
  requestAnimationFrame(() => {
    if (place && !activeElement?.isConnected) restoreFocus(place);
  });
}
