import { type ComponentType, useEffect, useState } from "react";
import { whenActed } from "@/lib/first-act.ts";
import { onNote } from "./notify.ts";
import { PlainNotes } from "./plain-notes.tsx";

/**
 * Loads the toaster on the first note, or when the person begins to use the page. Without a connection the code cannot be
 * loaded: `PlainNotes` shows the notes until then.
 */
export function ToastOutlet() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const prepare = () => {
      import("./toaster.tsx").then(
        (module) => setToaster(() => module.default),
        () => setToaster((shown: ComponentType | null) => shown ?? PlainNotes),
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
