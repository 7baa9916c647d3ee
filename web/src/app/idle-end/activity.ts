import { personalKey } from "@/lib/personal-storage.ts";

/** The minimum milliseconds between two writes of the last activity to storage. */
const NOTED_EVERY_MS = 5_000;

const ACTS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** The last use of the library by a person in this browser, in any tab. */
export interface Activity {
  /** In milliseconds since 1970; 0 when none is recorded. */
  last: () => number;
  /** Records a use now. */
  note: () => void;
}

/** The activity of one person. */
export function activityOf(userId: string): Activity {
  const key = personalKey("activity", userId);
  return {
    last: () => Number(localStorage.getItem(key) ?? 0),
    note: () => localStorage.setItem(key, String(Date.now())),
  };
}

/**
 * Records each use of this page by pointer or key while `counts` returns true.
 *
 * @returns a function that stops it
 */
export function watchActivity(activity: Activity, counts: () => boolean): () => void {
  const note = () => {
    if (counts() && Date.now() - activity.last() >= NOTED_EVERY_MS) activity.note();
  };
  const options = { capture: true, passive: true };
  for (const act of ACTS) window.addEventListener(act, note, options);
  return () => {
    for (const act of ACTS) window.removeEventListener(act, note, options);
  };
}
