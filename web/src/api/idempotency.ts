import type { Method } from "./operations.ts";

/**
 * Milliseconds for which the key of a call without a response is kept. A person who repeats the action later has seen
 * the effect of the first one and wants a second one.
 */
const KEPT_MS = 600_000;

/** A call that the server may have executed, although there was no response. */
interface Unsettled {
  key: string;
  /** Method and body: a different call to the same URL is a different action. */
  act: string;
  /** The ids of the entities that it changes. */
  ids: readonly string[];
  until: number;
}

/** By URL. */
const unsettled = new Map<string, Unsettled>();

/** A call that is about to be sent. */
export interface Write {
  /** The value of the header `Idempotency-Key`. */
  key: string;
  /** Ends it; `isKnown` if the response says whether the call took effect. */
  end: (isKnown: boolean) => void;
}

/**
 * The idempotency key of a call: a new one, unless it is unknown whether an equal earlier call took effect. Then the
 * key is reused, so that a retry cannot record a payment twice. A key is discarded when another call has changed the
 * entity since: the person may then want to repeat the action.
 */
export function beginWrite(
  method: Method,
  address: string,
  body: unknown,
  ids: readonly string[],
): Write {
  const act = `${method} ${JSON.stringify(body)}`;
  const kept = unsettled.get(address);
  // A key belongs to one call at a time: of two concurrent calls, the second gets a new key.
  unsettled.delete(address);
  const isRepeated = kept !== undefined && kept.act === act && performance.now() < kept.until;
  const key = isRepeated ? kept.key : newKey();
  return {
    key,
    end(isKnown) {
      if (!isKnown) {
        unsettled.set(address, { key, act, ids, until: performance.now() + KEPT_MS });
        return;
      }
      for (const [other, { ids: theirs }] of unsettled) {
        if (theirs.some((id) => ids.includes(id))) unsettled.delete(other);
      }
    },
  };
}

/** Random, and also available on pages without TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
