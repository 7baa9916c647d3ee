import { inPageLanguage } from "@/lib/i18n/server-words.ts";
import { type AddressValues, addressOf } from "./address.ts";
import type { AnswerOf, CallOptions, PathOf } from "./operations.ts";
import { storedToken } from "./token.ts";

/** Calls that the page has sent before its app was there, by their addresses; see `tools/preload-screen.ts`. */
interface EarlyCalls {
  /** The token that they were sent with. */
  token: string | null;
  responses: Record<string, Promise<Response>>;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/** Milliseconds after the start of the page in which a screen may use the response to an early call. */
const FRESH_MS = 5_000;

/** The bodies of successful responses that the app read before it rendered. */
const bodies = new Map<string, unknown>();

/** Reads the responses to all early calls, so that the first rendering has their data. */
export async function readEarlyCalls(): Promise<void> {
  const { responses = {} } = window.earlyCalls ?? {};
  await Promise.all(
    Object.entries(responses).map(async ([path, sent]) => {
      try {
        const response = await sent;
        if (!response.ok) return;
        const body = await inPageLanguage(await response.clone().json());
        // A caller may have taken the response in the meantime; nothing of it is kept then.
        if (path in responses) bodies.set(path, body);
      } catch {
        // The screen gets the failure from `earlyResponse`.
      }
    }),
  );
}

/**
 * The response to an early call for the first caller that wants it; undefined if there is none, if somebody signed in or
 * out since, or if it may be out of date.
 */
export function earlyResponse(
  address: string,
  sinceStartMs = performance.now(),
): Promise<Response> | undefined {
  const path = pathOf(address);
  const { token, responses = {} } = window.earlyCalls ?? {};
  const response = responses[path];
  delete responses[path];
  bodies.delete(path);
  return token === storedToken() && sinceStartMs < FRESH_MS ? response : undefined;
}

/** The first data of a query, if the app has read the response to this early call; else no options. */
export function earlyData<P extends PathOf<"GET">, T>(
  template: P,
  options: CallOptions<"GET", P>,
  select: (body: AnswerOf<"GET", P>) => T,
) {
  return {
    initialData: (): T | undefined => {
      const address = addressOf(template, options as AddressValues);
      const body = bodies.get(pathOf(address));
      // Without a body, the call of the query takes the response.
      if (body === undefined || earlyResponse(address) === undefined) return undefined;
      // The types are those of the document that the server is tested against.
      return select(body as AnswerOf<"GET", P>);
    },
    initialDataUpdatedAt: performance.timeOrigin,
  };
}

/** Whether the data of a query are those of an early call: the page was just opened. */
export function isEarly({ dataUpdatedAt }: { dataUpdatedAt: number }): boolean {
  return dataUpdatedAt === performance.timeOrigin;
}

function pathOf(address: string): string {
  return address.slice(location.origin.length);
}
