import type { StreamEvent } from "./events.ts";

/** The most seconds before a stream whose changes the server announces. */
const MOST_SECONDS = 600;
/** Seconds that may pass between a request and the event `ready`. */
const SPARE_SECONDS = 10;
/** The most changes that are kept for tabs that join. */
const MOST_CHANGES = 100;

/**
 * The seconds before the event `ready` whose changes a stream is to announce.
 *
 * @param currentAt when the data of the page were current, in milliseconds since 1970
 * @returns undefined when that is too long ago: then everything is fetched again
 */
export function secondsToAsk(currentAt: number, now: number): number | undefined {
  const seconds = Math.ceil((now - currentAt) / 1000) + SPARE_SECONDS;
  return seconds > 0 && seconds <= MOST_SECONDS ? seconds : undefined;
}

/** Whether an event `ready` covers all changes since the data of the page were current. */
export function covers(ready: StreamEvent, currentAt: number, now: number): boolean {
  return (now - currentAt) / 1000 <= pastSecondsOf(ready);
}

function pastSecondsOf({ data }: StreamEvent): number {
  const seconds = /"pastSeconds":(\d+)/.exec(data)?.[1];
  return seconds === undefined ? 0 : Number(seconds);
}

/** What a stream has announced, for tabs that join later. */
export function createPast() {
  let coveredFrom = 0;
  let changes: { at: number; event: StreamEvent }[] | null = null;
  return {
    /** Adds an event of the stream. */
    add(event: StreamEvent, at: number): void {
      if (event.name === "ready") {
        coveredFrom = at - pastSecondsOf(event) * 1000;
        changes = [];
      } else changes?.push({ at, event });
      const oldest = changes && changes.length > MOST_CHANGES ? changes.shift() : undefined;
      if (oldest) coveredFrom = oldest.at;
    },
    /** Forgets a stream that has ended. */
    end(): void {
      changes = null;
    },
    /** An event `ready` and the changes before it; none if the stream is not ready. */
    events(now: number): StreamEvent[] {
      if (!changes) return [];
      const pastSeconds = Math.max(0, Math.floor((now - coveredFrom) / 1000));
      const ready = { name: "ready", data: JSON.stringify({ pastSeconds }) };
      return [ready, ...changes.map(({ event }) => event)];
    },
  };
}
