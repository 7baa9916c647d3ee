import type { ReactNode } from "react";

/** The state of a dialog that an action of a note opens. */
export interface NoteDialogState {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A button of a note. A press closes the note and runs the action once. */
export type NoteAction = { label: string } & (
  | { run: () => void }
  /** Renders a dialog. The page that showed the note may no longer be open. */
  | { dialog: (state: NoteDialogState) => ReactNode }
);

/** The undo of a completed action. It works after the component of the action has unmounted. */
export interface Undo {
  /**
   * Undoes the action with a call, and fetches changed data; rejects on failure, with the HTTP status as `status`. Its
   * mutation is quiet.
   */
  run: () => Promise<unknown>;
  /** The message once the action is undone. */
  done: string;
  /** The second line of that message. */
  detail?: string;
  /** Returns the message of a failure. */
  problemOf: (error: unknown, fallback: string) => string;
}

/** The optional parts of a note. */
export interface NoteParts {
  /** Details of the message, such as the book; may have several lines. */
  detail?: string;
  /** Adds a button that undoes the action, before the other buttons. */
  undo?: Undo;
  /** Further buttons; at most two in all. */
  actions?: readonly NoteAction[];
  /** A later note with the same id replaces this one. Without an id, a note with buttons is never replaced. */
  id?: string;
}

/** A temporary message at the top right: the content of a toast. */
export interface Note extends NoteParts {
  tone: "success" | "error" | "info";
  message: string;
  /** Milliseconds on screen, unless it has buttons; 0 means until it is dismissed. */
  duration: number;
}

/** Milliseconds on screen, from the specification. */
export const DURATION_MS = { success: 3_000, error: 5_000, info: 4_000 } as const;

/** The receiver that shows the notes. */
interface Sink {
  show: (note: Note) => void;
  /** Removes the shown notes that match. */
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

/** Removes the shown and queued notes that match. */
function dismiss(matches: (note: Note) => boolean): void {
  waiting = waiting.filter((note) => !matches(note));
  sink?.dismiss(matches);
}

/** Shows toasts. All toasts of the app use this. */
export const notify = {
  success: (message: string, parts?: NoteParts) => send("success", message, parts),
  error: (message: string, parts?: NoteParts) => send("error", message, parts),
  info: (message: string) => send("info", message),
  /** Information that stays until it is dismissed, because the person may not be at the computer. */
  lasting: (message: string) => send("info", message, {}, 0),
  dismiss,
  /** Removes the errors of earlier attempts, which could cover new content. */
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

/** Queues shown notes for the next receiver. */
export function handOn(notes: readonly Note[]): void {
  waiting.push(...notes);
}

/** Calls back on each note, so that the code of the toaster can be loaded on demand. */
export function onNote(listener: () => void): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}
