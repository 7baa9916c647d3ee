import { useState } from "react";
import { messageOf, outageAwareMessageOf } from "@/api/errors.ts";
import { notify } from "@/ui/toast/notify.ts";

interface BulkOptions {
  /** The change of one thing, by its id, and the one that undoes it. */
  run: (id: string) => Promise<unknown>;
  undo: (id: string) => Promise<unknown>;
  /** The words for the number of things that were changed. */
  done: (count: number) => string;
  undone: string;
  /** The words for a failure for which the server gives none. */
  failed: string;
}

/** An action on several things, and how it goes. */
export interface BulkAction {
  /** Runs it until the first failure; resolves to the ids of the things that were not changed. */
  run: (ids: readonly string[]) => Promise<readonly string[]>;
  pending: boolean;
  problem: string | null;
  reset: () => void;
}

/**
 * Runs a change of one thing for several, one after the other: together they would wait for the same writer, and one
 * failure would hide the others. What was changed can be undone at once, also when a later change failed.
 */
export function useBulkAction({ run, undo, done, undone, failed }: BulkOptions): BulkAction {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const undoAll = async (ids: readonly string[]) => {
    const failures: unknown[] = [];
    for (const id of ids) await undo(id).catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  const runAll = async (ids: readonly string[]) => {
    setPending(true);
    setProblem(null);
    const changed: string[] = [];
    let failure: unknown = null;
    for (const id of ids) {
      try {
        await run(id);
        changed.push(id);
      } catch (error) {
        failure = error;
        break;
      }
    }
    setPending(false);
    if (changed.length > 0) {
      notify.success(done(changed.length), {
        undo: { run: () => undoAll(changed), done: undone, problemOf: outageAwareMessageOf },
      });
    }
    if (failure !== null) setProblem(messageOf(failure, failed));
    return ids.slice(changed.length);
  };
  return { run: runAll, pending, problem, reset: () => setProblem(null) };
}
