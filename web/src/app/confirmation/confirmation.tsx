import { useEffect, useState } from "react";
import { setConfirm } from "@/api/confirmation.ts";
import { onDemand } from "@/ui/on-demand.tsx";

const ConfirmationDialog = onDemand(
  async () => (await import("./confirmation-dialog.tsx")).default,
);

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
  return <ConfirmationDialog onEnd={end} />;
}
