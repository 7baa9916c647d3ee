import { HttpResponse, http } from "msw";
import { vi } from "vitest";
import { api, server } from "./server.ts";

/** An open stream of live changes in a test. */
export interface TestStream {
  token: string | null;
  /** The seconds before whose changes it is to announce; 0 if none were asked for. */
  pastSeconds: number;
  send: (event: string, data?: unknown) => void;
  /** Ends it, as a stop of the server does. */
  end: () => void;
  closed: boolean;
}

/** Serves streams whose events the test sends. @returns the streams opened so far */
export function serveStreams(): TestStream[] {
  const streams: TestStream[] = [];
  const encoder = new TextEncoder();
  server.use(
    http.get(api("/changes/stream"), ({ request }) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const stream: TestStream = {
            token: request.headers.get("Authorization"),
            pastSeconds: Number(new URL(request.url).searchParams.get("pastSeconds")),
            closed: false,
            send: (event, data = {}) =>
              controller.enqueue(
                encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
              ),
            end: () => controller.close(),
          };
          request.signal.addEventListener("abort", () => {
            stream.closed = true;
          });
          streams.push(stream);
        },
      });
      return new HttpResponse(body, { headers: { "Content-Type": "text/event-stream" } });
    }),
  );
  return streams;
}

/** Adds locks to the page, which jsdom lacks; waiting requests get a lock in turn. */
export function giveLocks(): void {
  const last = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    { signal }: { signal: AbortSignal },
    run: () => Promise<unknown>,
  ) => {
    const before = last.get(name) ?? Promise.resolve();
    const turn = before.then(() => {
      signal.throwIfAborted();
      return run();
    });
    last.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { locks: { request } }));
}

/** Shows or hides the tab. */
export function setVisible(isVisible: boolean): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(isVisible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}
