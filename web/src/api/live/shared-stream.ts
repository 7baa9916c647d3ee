import { keepOpen } from "./connection.ts";
import type { StreamEvent } from "./events.ts";

/** What tabs send to each other: an event of the stream, or the question of a tab that joins. */
type Message = { event: StreamEvent; to?: string } | { joined: string };

/** Whether the tabs of this browser can share one stream. Browsers have locks on secure origins only. */
export const canShare = (): boolean => "locks" in navigator;

/**
 * Follows the stream that all tabs of this browser share for a person. One tab holds a lock and has the stream; it passes
 * the events on to the others. When it closes, another one gets the lock. Without locks, each tab has its own stream.
 *
 * A tab that joins gets an event `ready` if the stream is ready.
 *
 * @param signal leaves the stream
 */
export function followSharedStream(
  personId: string,
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void,
): void {
  if (!canShare()) {
    void keepOpen(signal, onEvent);
    return;
  }
  const name = `carrel-live:${personId}`;
  const self = Math.random().toString(36);
  const channel = new BroadcastChannel(name);
  const send = (message: Message) => channel.postMessage(message);
  // Known in the tab that has the stream.
  let ready: StreamEvent | null = null;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ("joined" in data) {
      if (ready) send({ event: ready, to: data.joined });
    } else if (data.to === undefined || data.to === self) onEvent(data.event);
  };
  signal.addEventListener("abort", () => channel.close());
  send({ joined: self });

  const lead = async () => {
    await keepOpen(signal, (event) => {
      if (signal.aborted) return;
      if (event.name === "ready") ready = event;
      send({ event });
      onEvent(event);
    });
    ready = null;
  };
  navigator.locks.request(name, { signal }, lead).catch((error: unknown) => {
    // The tab left while another one had the lock.
    if (!signal.aborted) throw error;
  });
}
