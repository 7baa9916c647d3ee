import { useState } from "react";
import { messageOf, outageAwareMessageOf } from "@/api/errors.ts";
import { notify } from "@/ui/toast/notify.ts";

interface BulkOptions {
  /** The change of one entity by its id, and the change that undoes it. */
  run: (id: string) => Promise<unknown>;
  undo: (id: string) => Promise<unknown>;
  /** The message for the number of changed entities. */
  done: (count: number) => string;
  undone: string;
  /** The message of a failure for which the server sends none. */
  failed: string;
}

/** An action on several entities, and its state. */
export interface BulkAction {
  /** Runs it until the first failure; resolves to the ids that were not changed. */
  run: (ids: readonly string[]) => Promise<readonly string[]>;
  pending: boolean;
  problem: string | null;
  reset: () => void;
}

/**
 * Runs a change for several entities in sequence: in parallel they would wait for the same writer, and one failure
 * would hide the others. All completed changes can be undone together, also after a failure.
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
