import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { reasonsOf } from "@/api/errors.ts";
import { borrowingKeys } from "@/api/keys/person.ts";
import type { Borrowing } from "@/api/shapes.ts";

/** The fields of a borrowing that a renewal changes. */
type Term = Pick<Borrowing, "renewals" | "dueOn">;

/**
 * Whether a borrowing was returned or renewed after a result was shown for it. Ignores a list that is older than the
 * result because it could not be fetched again.
 */
export function isOutdated(shown: Term, now: Term | undefined): boolean {
  if (now === undefined || now.renewals > shown.renewals) return true;
  return now.renewals === shown.renewals && now.dueOn !== shown.dueOn;
}

interface Refusal {
  term: Term;
  reasons: readonly string[];
}

/** The reasons of the last refused renewal of each open borrowing, until the borrowing changes. */
export function useRefusals() {
  const client = useQueryClient();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map());
  const onScreen = useRef(false);
  useEffect(() => {
    onScreen.current = true;
    return () => {
      onScreen.current = false;
    };
  }, []);
  return {
    of(borrowing: Borrowing): readonly string[] {
      const refusal = refusals.get(borrowing._id);
      return refusal && !isOutdated(refusal.term, borrowing) ? refusal.reasons : [];
    },
    clear: (id: string) =>
      setRefusals((all) => new Map([...all].filter(([refused]) => refused !== id))),
    clearAll: () => setRefusals(new Map()),
    /**
     * Shows the reasons of a refusal on the borrowing's card; returns false if that is not possible. Uses the borrowing
     * as it is after the refusal, which another change may have caused.
     */
    show(id: string, error: unknown): boolean {
      const reasons = reasonsOf(error);
      const now = client
        .getQueryData<Borrowing[]>(borrowingKeys.mine)
        ?.find(({ _id }) => _id === id);
      if (reasons.length === 0 || !now || !onScreen.current) return false;
      const term = { renewals: now.renewals, dueOn: now.dueOn };
      setRefusals((all) => new Map(all).set(id, { term, reasons }));
      return true;
    },
  };
}

/** The refusals of the open borrowings. */
export type Refusals = ReturnType<typeof useRefusals>;
