import type { QueryClient } from "@tanstack/react-query";
import { areFollowed } from "../changes.ts";
import type { Shape } from "../shapes.ts";
import type { StreamEvent } from "./events.ts";
import { covers } from "./past.ts";
import { canShare, followSharedStream } from "./shared-stream.ts";
import { collect, type Digest, refresh, refreshAll } from "./topics.ts";

/** Milliseconds until a hidden tab stops following changes. People often return soon. */
const HIDDEN_MS = 60_000;
/** Milliseconds until a tab without live data on screen stops following changes. */
const LINGER_MS = 5_000;
/** The minimum milliseconds between two rounds of fetches. */
const ROUND_MS = 1_000;
/** The maximum random delay of a round in milliseconds, so that not all browsers call at the same time. */
const SPREAD_MS = 250;

interface Options {
  /** The id of the signed-in person. */
  personId: string;
  /** Called when the person's permissions may have changed. */
  onPermissions: () => void;
}

/**
 * Fetches the data on screen again when it has changed on the server. The stream of changes is open only while the tab
 * is visible and shows live data.
 *
 * @returns a function that stops it
 */
export function followChanges(client: QueryClient, options: Options): () => void {
  let stream: AbortController | null = null;
  let stopTimer: ReturnType<typeof setTimeout> | undefined;
  const rounds = createRounds(client);
  // What the page has fetched is not older than the page.
  let currentAt = performance.timeOrigin;
  let isReady = false;
  const onSign = () => {
    currentAt = Date.now();
  };

  const onEvent = (event: StreamEvent) => {
    const { name, data } = event;
    if (name === "changes") {
      const changes = changesOf(data);
      if (changes === null) return rounds.addAll();
      if (changes.changes.some(({ topic }) => topic === "own_account")) options.onPermissions();
      rounds.add(changes);
    } else if (name === "resync") {
      options.onPermissions();
      rounds.addAll();
    } else if (name === "ready") {
      isReady = true;
      if (!covers(event, currentAt, Date.now())) rounds.addAll();
    }
    if (isReady) onSign();
  };

  const start = () => {
    clearTimeout(stopTimer);
    stopTimer = undefined;
    if (stream) return;
    stream = new AbortController();
    isReady = false;
    followSharedStream(options.personId, stream.signal, {
      onEvent,
      onSign,
      currentAt: () => currentAt,
    });
  };
  const stop = () => {
    clearTimeout(stopTimer);
    stopTimer = undefined;
    stream?.abort();
    stream = null;
  };
  const stopAfter = (milliseconds: number) => {
    if (stream && stopTimer === undefined) stopTimer = setTimeout(stop, milliseconds);
  };

  const update = () => {
    const isVisible = document.visibilityState === "visible";
    if (isVisible && showsLiveData(client)) start();
    else if (isVisible) stopAfter(LINGER_MS);
    // Without locks each tab needs its own stream, and browsers limit the connections to a server.
    else stopAfter(canShare() ? HIDDEN_MS : 0);
  };
  const onVisibility = () => {
    update();
    if (document.visibilityState === "visible") rounds.schedule();
  };
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === "observerAdded" || type === "observerRemoved") update();
  });
  document.addEventListener("visibilitychange", onVisibility);
  // A page in the back/forward cache must keep neither a stream nor a lock.
  window.addEventListener("pagehide", stop);
  window.addEventListener("pageshow", update);
  update();

  return () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", onVisibility);
    window.removeEventListener("pagehide", stop);
    window.removeEventListener("pageshow", update);
    stop();
    rounds.stop();
  };
}

/** Collects changes and fetches them in rounds. A hidden tab waits until it is visible. */
function createRounds(client: QueryClient) {
  let digest: Digest = new Map();
  let isAll = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  const run = () => {
    timer = undefined;
    if (document.visibilityState !== "visible") return;
    last = performance.now();
    const changes = digest;
    const wasAll = isAll;
    digest = new Map();
    isAll = false;
    void (wasAll ? refreshAll(client) : refresh(client, changes));
  };
  const schedule = () => {
    if (timer !== undefined || (!isAll && digest.size === 0)) return;
    const pause = Math.max(0, last + ROUND_MS - performance.now());
    timer = setTimeout(run, pause + Math.random() * SPREAD_MS);
  };
  return {
    add(changes: Shape<"LiveChanges">) {
      collect(digest, changes);
      schedule();
    },
    addAll() {
      isAll = true;
      schedule();
    },
    schedule,
    stop: () => clearTimeout(timer),
  };
}

function showsLiveData(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .getAll()
    .some((query) => query.isActive() && areFollowed(query.queryKey));
}

/** The changes of an event; null if only a newer app understands their format. */
function changesOf(data: string): Shape<"LiveChanges"> | null {
  try {
    const parsed: unknown = JSON.parse(data);
    return isChanges(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

function isChanges(value: unknown): value is Shape<"LiveChanges"> {
  return (
    typeof value === "object" &&
    value !== null &&
    "changes" in value &&
    Array.isArray(value.changes) &&
    value.changes.every(
      (change: unknown) =>
        typeof change === "object" &&
        change !== null &&
        "topic" in change &&
        "ids" in change &&
        (change.ids === null || Array.isArray(change.ids)),
    )
  );
}
