import { useRef, useState } from "react";
import { messageOf, outageAwareMessageOf } from "@/api/errors.ts";
import { notify } from "@/ui/toast/notify.ts";

interface BulkOptions<T> {
  /** The change of one entity by its id, and the change that undoes it. */
  run: (id: string) => Promise<T>;
  undo: (id: string) => Promise<unknown>;
  /** The message for the results of the changes. */
  done: (results: readonly T[]) => string | { message: string; detail?: string };
  undone: string;
  /** The message of a failure for which the server sends none. */
  failed: string;
}

/** How a run ended: after all things, at a failure, or because it was stopped. */
interface BulkResult {
  end: "done" | "failed" | "stopped";
  /** The ids of the things that were not changed. */
  unchanged: readonly string[];
}

/** An action on several things, and how it goes. */
export interface BulkAction {
  /** Runs it until the first failure, or until it is stopped. */
  run: (ids: readonly string[]) => Promise<BulkResult>;
  /** Ends the run after the change that is being sent. */
  stop: () => void;
  pending: boolean;
  stopping: boolean;
  problem: string | null;
  reset: () => void;
}

/**
 * Runs a change of one thing for several, one after the other: together they would wait for the same writer, and one
 * failure would hide the others. What was changed can be undone at once, also when a later change failed or was not sent
 * any more.
 */
export function useBulkAction<T>({ run, undo, done, undone, failed }: BulkOptions<T>): BulkAction {
  const [pending, setPending] = useState(false);
  const [stopping, setStopping] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isStopped = useRef(false);

  const undoAll = async (ids: readonly string[]) => {
    const failures: unknown[] = [];
    for (const id of ids) await undo(id).catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  const runAll = async (ids: readonly string[]): Promise<BulkResult> => {
    isStopped.current = false;
    setPending(true);
    setProblem(null);
    const changed: string[] = [];
    const results: T[] = [];
    let failure: unknown = null;
    for (const id of ids) {
      if (isStopped.current) break;
      try {
        results.push(await run(id));
        changed.push(id);
      } catch (error) {
        failure = error;
        break;
      }
    }
    setPending(false);
    setStopping(false);
    if (changed.length > 0) {
      const words = done(results);
      const { message, ...more } = typeof words === "string" ? { message: words } : words;
      notify.success(message, {
        ...more,
        undo: { run: () => undoAll(changed), done: undone, problemOf: outageAwareMessageOf },
      });
    }
    const unchanged = ids.slice(changed.length);
    if (failure === null) return { end: unchanged.length > 0 ? "stopped" : "done", unchanged };
    setProblem(messageOf(failure, failed));
    return { end: "failed", unchanged };
  };
  const stop = () => {
    isStopped.current = true;
    setStopping(true);
  };
  return { run: runAll, stop, pending, stopping, problem, reset: () => setProblem(null) };
}
