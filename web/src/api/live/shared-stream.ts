import { keepOpen } from "./connection.ts";
import type { StreamEvent } from "./events.ts";
import { createPast } from "./past.ts";
import type { Listener } from "./stream.ts";

/** A message between tabs: an event of the stream, or the request of a tab that joins. */
type Message = { event: StreamEvent; to?: string } | { joined: string };

/** Whether the tabs of this browser can share one stream. Browsers have locks on secure origins only. */
export const canShare = (): boolean => "locks" in navigator;

/**
 * Follows the stream that all tabs of this browser share for a person. The tab that holds a lock has the stream and
 * sends its events to the others. When it closes, another tab gets the lock. Without locks, each tab has its own
 * stream.
 *
 * A tab that joins gets an event `ready` and the changes that were announced lately, if the stream is ready.
 *
 * @param signal stops following
 */
export function followSharedStream(
  personId: string,
  signal: AbortSignal,
  listener: Listener,
): void {
  if (!canShare()) {
    void keepOpen(signal, listener);
    return;
  }
  const { onEvent } = listener;
  const name = `carrel-live:${personId}`;
  const self = Math.random().toString(36);
  const channel = new BroadcastChannel(name);
  const send = (message: Message) => channel.postMessage(message);
  // Known in the tab that has the stream.
  const past = createPast();
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("joined" in data) {
      for (const event of past.events(Date.now())) send({ event, to: data.joined });
    } else if (data.to === undefined || data.to === self) onEvent(data.event);
  };
  signal.addEventListener("abort", () => channel.close());
  send({ joined: self });

  const lead = async () => {
    const pass = (event: StreamEvent) => {
      if (signal.aborted) return;
      past.add(event, Date.now());
      send({ event });
      onEvent(event);
    };
    await keepOpen(signal, { ...listener, onEvent: pass });
    past.end();
  };
  navigator.locks.request(name, { signal }, lead).catch((error: unknown) => {
    // The tab stopped following while it waited for the lock.
    if (!signal.aborted) throw error;
  });
}
