import { lazy, Suspense, useEffect, useState } from "react";
import { onNote } from "./notify.ts";

const Toaster = lazy(() => import("./toaster.tsx"));

/** Milliseconds after which the toaster's code is fetched even if nothing has been said. */
const PREPARE_MS = 3_000;

/** Stands for the toaster until a first note, or a quiet moment, makes its code worth fetching. */
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
