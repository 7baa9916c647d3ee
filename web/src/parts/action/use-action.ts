import { useRef, useState } from "react";
import { ApiError, hasGeneralToast, outageAwareMessageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { type NoteParts, notify } from "@/ui/toast/notify.ts";

/** Milliseconds after a success in which the same action again is the second press of a double click. */
export const DOUBLE_PRESS_MS = 500;

/** The toast after an action has succeeded. */
export interface Done extends Omit<NoteParts, "undo"> {
  message: string;
  /** Undoes it with a quiet change, which works after the component has unmounted. */
  undo?: { run: () => Promise<unknown>; done: string; detail?: string };
}

export interface ActionOptions<A, V> {
  /** The message on success, or null for none. */
  done?: (answer: A, values: V) => Done | string | null;
  /** The message of a failure for which the server sends none. */
  failed: string | ((values: V) => string);
  /** What the action is about, such as a book: the second line of a failure's toast. */
  about?: string;
  /**
   * Where a failure is shown: in a toast, unless there is a general one for it; in its own toast in any case, for the
   * calls that section 8 of the specification names; or in place, as `problem`.
   */
  shows?: "toast" | "ownToast" | "problem";
  /** Shows a failure in another way; returns true when that is all there is to show, or other words for it. */
  refused?: (error: ApiError, values: V) => boolean | string;
  /** Whether the toast offers to repeat an action that got no response. */
  repeats?: boolean;
}

/** A function that runs a change, and its state. */
export interface Action<V> {
  /** Runs it unless it is running already; never rejects. Resolves to whether it succeeded. */
  run: (values: V) => Promise<boolean>;
  pending: boolean;
  /** The message of the last failure, if it is shown in place. */
  problem: string | null;
  /** Clears the last failure. */
  reset: () => void;
}

/**
 * Runs a change of the server's data from a button or a form. All such changes use this.
 *
 * It is pending until the server has responded, and does not wait until lists are fetched again. While it is pending, a
 * second press does nothing, nor does the second press of a double click after it. Without a connection it fails at once,
 * with a way to repeat it; the repetition has the idempotency key of the first press, so that nothing is booked twice.
 *
 * @param change from `useChange`
 */
export function useAction<A, V = void>(
  change: { mutateAsync: (values: V) => Promise<A> },
  { done, failed, about, shows = "toast", refused, repeats = true }: ActionOptions<A, V>,
): Action<V> {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The second click of a double click may come before the pending button is rendered, or after a fast response.
  const busy = useRef(false);
  const succeeded = useRef({ values: "", until: 0 });

  const fail = (error: unknown, values: V) => {
    const shown = error instanceof ApiError && refused?.(error, values);
    if (shown === true) return;
    const fallback = typeof failed === "string" ? failed : failed(values);
    const words = shown || outageAwareMessageOf(error, fallback);
    if (shows === "problem") setProblem(words);
    else if (shows === "ownToast" || !hasGeneralToast(error)) {
      notify.error(words, {
        ...(about === undefined ? {} : { detail: about }),
        ...(repeats && isLost(error) ? { actions: [repetition(values)] } : {}),
      });
    }
  };
  const repetition = (values: V) => ({ label: t("common.retry"), run: () => void run(values) });

  const run = async (values: V): Promise<boolean> => {
    const same = JSON.stringify(values) ?? "";
    const { current: last } = succeeded;
    if (busy.current || (same === last.values && performance.now() < last.until)) return false;
    busy.current = true;
    setPending(true);
    setProblem(null);
    try {
      const answer = await change.mutateAsync(values);
      succeeded.current = { values: same, until: performance.now() + DOUBLE_PRESS_MS };
      const said = done?.(answer, values) ?? null;
      if (said !== null) say(said);
      return true;
    } catch (error) {
      fail(error, values);
      return false;
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return { run, pending, problem, reset: () => setProblem(null) };
}

function say(said: Done | string): void {
  const { message, undo, ...parts }: Done = typeof said === "string" ? { message: said } : said;
  notify.success(message, {
    ...parts,
    ...(undo ? { undo: { ...undo, problemOf: outageAwareMessageOf } } : {}),
  });
}

/** Whether there was no response, so that a retry makes sense. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
