import { storedToken } from "../token.ts";
import { type Listener, readStream } from "./stream.ts";

/** Milliseconds before the first attempt after a stream was lost; doubled after each further attempt. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** Milliseconds to wait for the token of a new session after the session of a stream has ended. */
const RENEWAL_MS = 5_000;

/**
 * Milliseconds before the next attempt. They vary at random, so that not all browsers reconnect at the same time after
 * a restart of the server.
 *
 * @param failures the number of attempts that failed since the last stream was ready
 * @param random from 0 to 1
 */
export function waitBefore(failures: number, random: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + random);
}

/** Keeps a stream open: opens another one when it is lost. Resolves when it is closed, or when the server refuses it. */
export async function keepOpen(signal: AbortSignal, listener: Listener): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const token = storedToken();
    const onEvent: Listener["onEvent"] = (event) => {
      if (event.name === "ready") failures = 0;
      listener.onEvent(event);
    };
    const end = await readStream(signal, { ...listener, onEvent });
    if (signal.aborted) return;
    if (end === "refused") {
      // A password change ends the session of the stream and begins a new one.
      await pause(RENEWAL_MS, signal);
      if (storedToken() === token) return;
    } else {
      const wait = end === "busy" ? LONGEST_WAIT_MS : waitBefore(failures, Math.random());
      await pause(wait, signal);
      failures += 1;
    }
  }
}

/** Waits; ends early when the stream is closed or the network is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
    window.addEventListener("online", end);
  });
}
