import { type ComponentType, useEffect, useState } from "react";
import { onNote } from "./notify.ts";

/** Milliseconds after which the toaster's code is loaded even without a note. */
const PREPARE_MS = 3_000;

/**
 * Loads the toaster on the first note or after a delay. Without a connection the code cannot be loaded: the notes wait
 * for the next note, or for the connection.
 */
export function ToastOutlet() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const prepare = () => {
      import("./toaster.tsx").then(
        (module) => setToaster(() => module.default),
        () => {},
      );
    };
    const timer = setTimeout(prepare, PREPARE_MS);
    const stop = onNote(prepare);
    window.addEventListener("online", prepare);
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener("online", prepare);
    };
  }, []);
  return Toaster ? <Toaster /> : null;
}
