/** A message for a moment, at the top right. */
export interface Note {
  tone: "success" | "error" | "info";
  message: string;
  /** Milliseconds on screen. */
  duration: number;
}

/** Milliseconds on screen, from the specification. */
export const DURATION_MS = { success: 3_000, error: 5_000, info: 4_000 } as const;

/** Shows the notes. */
interface Sink {
  show: (note: Note) => void;
  /** Removes the errors that are shown. */
  dismissErrors: () => void;
}

let sink: Sink | null = null;
let waiting: Note[] = [];
const arrivals = new Set<() => void>();

function send(tone: Note["tone"], message: string): void {
  const note: Note = { tone, message, duration: DURATION_MS[tone] };
  if (sink) sink.show(note);
  else waiting.push(note);
  for (const arrival of arrivals) arrival();
}

/** The one way to show a toast. */
export const notify = {
  success: (message: string) => send("success", message),
  error: (message: string) => send("error", message),
  info: (message: string) => send("info", message),
  /** Removes the errors of earlier attempts, also before their time is over: what is shown next must be readable. */
  dismissErrors() {
    waiting = waiting.filter(({ tone }) => tone !== "error");
    sink?.dismissErrors();
  },
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
