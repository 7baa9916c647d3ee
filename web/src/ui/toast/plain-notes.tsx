import { useEffect, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "../button.tsx";
import { handOn, type Note, receiveNotes } from "./notify.ts";

/**
 * The notes as plain text that stays until it is closed, for a page that was opened before the connection was lost. It has
 * the buttons that run an action, but none that opens a dialog.
 */
export function PlainNotes() {
  const { t } = useTranslation();
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const latest = useRef(notes);
  useEffect(() => {
    latest.current = notes;
  });
  useEffect(() => {
    const stop = receiveNotes({
      show: (note) => setNotes((shown) => [...shown, note]),
      dismiss: (matches) => setNotes((shown) => shown.filter((note) => !matches(note))),
    });
    return () => {
      stop();
      // The toaster is loaded: it shows them, with all their buttons.
      handOn(latest.current);
    };
  }, []);
  const close = (note: Note) => setNotes((shown) => shown.filter((one) => one !== note));
  return (
    <div role="alert" className="fixed inset-x-4 top-18 z-50 sm:start-auto sm:w-96">
      <ul className="flex flex-col gap-2">
        {notes.map((note, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a note has no identity, and the list changes at its ends only
          <li key={place} className="rounded-card border border-line bg-surface p-4 shadow-float">
            <p className={`font-medium ${note.tone === "error" ? "text-danger" : ""}`}>
              {note.message}
            </p>
            {note.detail === undefined ? null : (
              <p className="whitespace-pre-line text-md text-muted">{note.detail}</p>
            )}
            <div className="mt-2 flex flex-wrap gap-2">
              {note.actions?.map((action) =>
                "run" in action ? (
                  <Button
                    key={action.label}
                    size="sm"
                    variant="secondary"
                    onClick={() => {
                      close(note);
                      action.run();
                    }}
                  >
                    {action.label}
                  </Button>
                ) : null,
              )}
              <Button size="sm" variant="ghost" onClick={() => close(note)}>
                {t("common.close")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
