import { lazy, Suspense, useEffect, useState } from "react";
import { onNote } from "./notify.ts";

const Toaster = lazy(() => import("./toaster.tsx"));

/** Milliseconds after which the toaster's code is loaded even without a note. */
const PREPARE_MS = 3_000;

/** Loads the toaster on the first note or after a delay. */
export function ToastOutlet() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    const need = () => setNeeded(true);
    const timer = setTimeout(need, PREPARE_MS);
    const stop = onNote(need);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return needed ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
