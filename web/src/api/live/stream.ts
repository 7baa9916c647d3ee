import { addressOf } from "../address.ts";
import { storedToken } from "../token.ts";
import { eventSplitter, type StreamEvent } from "./events.ts";
import { secondsToAsk } from "./past.ts";

/**
 * How a stream ended: `lost`, by the network or the server; `busy`, when the server has too many streams; `refused`, when
 * the session is not valid or the server has no stream for it.
 */
export type StreamEnd = "lost" | "busy" | "refused";

/** Milliseconds without data after which a stream counts as lost. The server sends a heartbeat every ten seconds. */
export const SILENCE_MS = 30_000;

/** What follows a stream. */
export interface Listener {
  onEvent: (event: StreamEvent) => void;
  /** Something has arrived on a stream that is ready: until now, all changes were announced. */
  onSign: () => void;
  /** When the data of the page were current, in milliseconds since 1970. */
  currentAt: () => number;
}

/**
 * Opens a stream of live changes and reports its events until it ends. Unlike failures of calls, its failures are not
 * shown and do not end the session.
 *
 * @param signal closes the stream
 */
export async function readStream(
  signal: AbortSignal,
  { onEvent, onSign, currentAt }: Listener,
): Promise<StreamEnd> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  const closed = AbortSignal.any([signal, silence.signal]);
  try {
    const pastSeconds = secondsToAsk(currentAt(), Date.now());
    const response = await fetch(addressOf("/changes/stream", { query: { pastSeconds } }), {
      headers: { Accept: "text/event-stream", Authorization: `Bearer ${storedToken() ?? ""}` },
      signal: closed,
    });
    const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
    if (!response.ok || !isStream || response.body === null) {
      return endOf(response.status);
    }
    const reader = response.body.getReader();
    const close = () => void reader.cancel().catch(() => {});
    closed.addEventListener("abort", close);
    const end = await readEvents(reader, heard, { onEvent, onSign });
    close();
    return end;
  } catch {
    return "lost";
  } finally {
    clearTimeout(timer);
  }
}

async function readEvents(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  heard: () => void,
  { onEvent, onSign }: Pick<Listener, "onEvent" | "onSign">,
): Promise<StreamEnd> {
  let isReady = false;
  const split = eventSplitter();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return "lost";
    heard();
    for (const event of split(decoder.decode(value, { stream: true }))) {
      if (event.name === "end") return event.data.includes('"signed_out"') ? "refused" : "lost";
      if (event.name === "ready") isReady = true;
      onEvent(event);
    }
    if (isReady) onSign();
  }
}

/** How a response without a stream ends it. A success without a stream comes from a proxy. */
function endOf(status: number): StreamEnd {
  if (status === 429) return "busy";
  return status >= 500 ? "lost" : "refused";
}
