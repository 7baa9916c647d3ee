import { type ComponentType, useEffect, useState } from "react";
import { whenActed } from "@/lib/first-act.ts";
import { onNote } from "./notify.ts";

/**
 * Loads the toaster on the first note, or when the person begins to use the page. Without a connection the code cannot be loaded: the notes wait
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
    const cancel = whenActed(prepare);
    const stop = onNote(prepare);
    window.addEventListener("online", prepare);
    return () => {
      cancel();
      stop();
      window.removeEventListener("online", prepare);
    };
  }, []);
  return Toaster ? <Toaster /> : null;
}
