import { lazy, Suspense, useEffect, useState } from "react";
import { setConfirm } from "@/api/confirmation.ts";

const ConfirmationDialog = lazy(() => import("./confirmation-dialog.tsx"));

type Resolve = (confirmed: boolean) => void;

/** Asks the person to confirm their identity, for any call of any screen that needs it. */
export function Confirmation() {
  const [resolve, setResolve] = useState<Resolve | null>(null);
  useEffect(() => setConfirm(() => new Promise((next) => setResolve(() => next))), []);
  if (!resolve) return null;
  const end = (confirmed: boolean) => {
    setResolve(null);
    resolve(confirmed);
  };
  return (
    <Suspense fallback={null}>
      <ConfirmationDialog onEnd={end} />
    </Suspense>
  );
}
