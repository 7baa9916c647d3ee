import type { Method } from "./operations.ts";

/**
 * Milliseconds for which the key of a call without an answer is kept. A person who presses again later has seen the
 * effect of the first press, if it had one, and means another one.
 */
const KEPT_MS = 600_000;

/** A call that the server may have executed, although no answer came. */
interface Unsettled {
  key: string;
  /** Method and body: another call to the same address is another act. */
  act: string;
  /** The identifiers of the things that it changes. */
  ids: readonly string[];
  until: number;
}

/** By address. */
const unsettled = new Map<string, Unsettled>();

/** A call that is about to be sent. */
export interface Write {
  /** The value of the header `Idempotency-Key`. */
  key: string;
  /** Ends it: `isKnown` when the server has said whether the call took effect. */
  end: (isKnown: boolean) => void;
}

/**
 * The idempotency key of a call. A press is a new key. The call is repeated with its key as long as it is unknown
 * whether the first one took effect, so that pressing again cannot book a payment twice. A key is given up when the
 * thing has been changed by another call since: the person may then mean the same act once more.
 */
export function beginWrite(
  method: Method,
  address: string,
  body: unknown,
  ids: readonly string[],
): Write {
  const act = `${method} ${JSON.stringify(body)}`;
  const kept = unsettled.get(address);
  // Only one call has a key at a time: of two at once, the second is another press.
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
