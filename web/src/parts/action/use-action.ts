import { useRef, useState } from "react";
import { ApiError, hasGeneralToast, outageAwareMessageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { type NoteParts, notify } from "@/ui/toast/notify.ts";

/** Milliseconds after a success in which the same action counts as the second click of a double click. */
const DOUBLE_PRESS_MS = 500;

/** The toast after an action has succeeded. */
export interface Done extends Omit<NoteParts, "undo"> {
  message: string;
  /** Undoes it with a quiet change, which works after the component has unmounted. */
  undo?: { run: () => Promise<unknown>; done: string; detail?: string };
}

interface ActionOptions<A, V> {
  /** The message on success, or null for none. */
  done?: (answer: A, values: V) => Done | string | null;
  /** The message of a failure for which the server sends none. */
  failed: string | ((values: V) => string);
  /**
   * Where a failure is shown: in a toast, unless there is a general one for it; in its own toast in any case, for the
   * calls that section 8 of the specification names; or in place, as `problem`.
   */
  shows?: "toast" | "ownToast" | "problem";
  /** Shows a failure beside the fields of a form, or in another way; returns true if no other message is needed. */
  refused?: (error: ApiError, values: V) => unknown;
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
 * It is pending until the server has responded, and does not wait until lists are fetched again. A press while it is
 * pending has no effect, nor has the second click of a double click. Without a connection it fails at once, with a
 * button to retry; the retry has the same idempotency key, so that nothing is recorded twice.
 *
 * @param change from `useChange`
 */
export function useAction<A, V = void>(
  change: { mutateAsync: (values: V) => Promise<A> },
  { done, failed, shows = "toast", refused }: ActionOptions<A, V>,
): Action<V> {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The second click of a double click may come before the pending button is rendered, or after a fast response.
  const busy = useRef(false);
  const succeeded = useRef({ values: "", until: 0 });

  const fail = (error: unknown, values: V) => {
    if (error instanceof ApiError && refused?.(error, values) === true) return;
    const words = outageAwareMessageOf(error, typeof failed === "string" ? failed : failed(values));
    if (shows === "problem") setProblem(words);
    else if (shows === "ownToast" || !hasGeneralToast(error)) {
      notify.error(words, isLost(error) ? { actions: [repetition(values)] } : {});
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
