export interface NoteLink {
  label: string;
  /** A path within the app. */
  to: string;
}

/** A message for a moment, at the top right. */
export interface Note {
  tone: "success" | "error" | "info";
  message: string;
  /** Milliseconds on screen. */
  duration: number;
  /** A link to what the message is about. */
  link?: NoteLink | undefined;
}

/** Milliseconds on screen, from the specification. */
export const DURATION_MS = { success: 3_000, error: 5_000, info: 4_000 } as const;

/** Milliseconds on screen of a message with a link, so that there is time to follow it. */
const WITH_LINK_MS = 20_000;

type Sink = (note: Note) => void;

let sink: Sink | null = null;
const waiting: Note[] = [];
const arrivals = new Set<() => void>();

function send(tone: Note["tone"], message: string, link?: NoteLink): void {
  const note: Note = { tone, message, duration: link ? WITH_LINK_MS : DURATION_MS[tone], link };
  if (sink) sink(note);
  else waiting.push(note);
  for (const arrival of arrivals) arrival();
}

/** The one way to show a toast. */
export const notify = {
  success: (message: string) => send("success", message),
  error: (message: string) => send("error", message),
  /** With a link it stays longer. */
  info: (message: string, link?: NoteLink) => send("info", message, link),
};

/** Registers the receiver of the notes and passes on the queued ones first. Returns a function to unregister it. */
export function receiveNotes(receiver: Sink): () => void {
  sink = receiver;
  for (const note of waiting.splice(0)) receiver(note);
  return () => {
    if (sink === receiver) sink = null;
  };
}

/** Calls back on each note, so that the toaster's code can be loaded when it is first needed. */
export function onNote(listener: () => void): () => void {
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}
