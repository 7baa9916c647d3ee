import type { ReactNode } from "react";

/** What a dialog needs that an action of a note opens. */
export interface NoteDialogState {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A button of a note. A press closes the note and has its effect once. */
export type NoteAction = { label: string } & (
  | { run: () => void }
  /** Draws a dialog. The page that showed the note may be gone by then. */
  | { dialog: (state: NoteDialogState) => ReactNode }
);

/** How an act that was done is undone. It outlives the component that did the act. */
export interface Undo {
  /**
   * Undoes the act by a call of the API, and fetches what has changed; rejects on failure, with the HTTP status as
   * `status`. Its mutation is quiet.
   */
  run: () => Promise<unknown>;
  /** The message once the act is undone. */
  done: string;
  /** The second line of that message. */
  detail?: string;
  /** The words for a failure. */
  problemOf: (error: unknown, fallback: string) => string;
}

/** What a note may have beside its message. */
export interface NoteParts {
  /** More about the message, such as what it happened to; a line break begins a new line. */
  detail?: string;
  /** A button that undoes the act, before the actions. */
  undo?: Undo;
  /** Further buttons; at most two in all. */
  actions?: readonly NoteAction[];
  /** A later note with the same id takes the place of this one. Without it, a note with buttons is never replaced. */
  id?: string;
}

/** A message for a moment, at the top right. */
export interface Note extends NoteParts {
  tone: "success" | "error" | "info";
  message: string;
  /** Milliseconds on screen, unless it has buttons; 0 until it is dismissed. */
  duration: number;
}

/** Milliseconds on screen, from the specification. */
export const DURATION_MS = { success: 3_000, error: 5_000, info: 4_000 } as const;

/** Shows the notes. */
interface Sink {
  show: (note: Note) => void;
  /** Removes the matching notes that are shown. */
  dismiss: (matches: (note: Note) => boolean) => void;
}

let sink: Sink | null = null;
let waiting: Note[] = [];
const arrivals = new Set<() => void>();

function send(
  tone: Note["tone"],
  message: string,
  parts?: NoteParts,
  duration: number = DURATION_MS[tone],
): void {
  const note: Note = { tone, message, duration, ...parts };
  if (sink) sink.show(note);
  else waiting.push(note);
  for (const arrival of arrivals) arrival();
}

/** Removes the matching notes, also before their time is over. */
function dismiss(matches: (note: Note) => boolean): void {
  waiting = waiting.filter((note) => !matches(note));
  sink?.dismiss(matches);
}

/** The one way to show a toast. */
export const notify = {
  success: (message: string, parts?: NoteParts) => send("success", message, parts),
  error: (message: string, parts?: NoteParts) => send("error", message, parts),
  info: (message: string) => send("info", message),
  /** Information that stays until it is dismissed: the person may not be at the computer. */
  lasting: (message: string) => send("info", message, {}, 0),
  dismiss,
  /** Removes the errors of earlier attempts: what is shown next must be readable. */
  dismissErrors: () => dismiss(({ tone }) => tone === "error"),
};

/** Registers the receiver of the notes and passes on the queued ones first. Returns a function to unregister it. */
export function receiveNotes(receiver: Sink): () => void {
  sink = receiver;
  for (const note of waiting) receiver.show(note);
  waiting = [];
  return () => {
    if (sink === receiver) sink = null;
  };
}

/** Calls back on each note, so that the toaster's code can be loaded when it is first needed. */
export function onNote(listener: () => void): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}
