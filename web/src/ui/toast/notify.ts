export interface NoteLink {
  label: string;
  /** A path within the app. */
  to: string;
}

/** The links below a message. */
export interface NoteLinks {
  links: readonly NoteLink[];
  /** Text after the last link, such as "and 2 more". */
  more?: string | undefined;
}

/** A message for a moment, at the top right. */
export interface Note {
  tone: "success" | "error" | "info";
  message: string;
  /** Milliseconds on screen. */
  duration: number;
  /** Links to what the message is about. */
  below?: NoteLinks | undefined;
}

/** Milliseconds on screen, from the specification. */
export const DURATION_MS = { success: 3_000, error: 5_000, info: 4_000 } as const;

/** Milliseconds on screen of a message with links, so that there is time to follow them. */
const WITH_LINK_MS = 20_000;

type Sink = (note: Note) => void;

let sink: Sink | null = null;
const waiting: Note[] = [];
const arrivals = new Set<() => void>();

function send(tone: Note["tone"], message: string, below?: NoteLinks): void {
  const note: Note = { tone, message, duration: below ? WITH_LINK_MS : DURATION_MS[tone], below };
  if (sink) sink(note);
  else waiting.push(note);
  for (const arrival of arrivals) arrival();
}

/** The one way to show a toast. */
export const notify = {
  success: (message: string) => send("success", message),
  error: (message: string) => send("error", message),
  /** With links it stays longer. */
  info: (message: string, below?: NoteLinks) => send("info", message, below),
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
