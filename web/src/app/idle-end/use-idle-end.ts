import { useEffect, useEffectEvent, useRef, useState } from "react";
import { activityOf, watchActivity } from "./activity.ts";

/** How long before the end the person is asked, in milliseconds. */
const ASKED_BEFORE_MS = 60_000;
/** The time is checked at least this often, in milliseconds. */
const CHECKED_EVERY_MS = 30_000;

interface IdleEndOptions {
  userId: string;
  /** After how many minutes without use the server ends the session. */
  idleMinutes: number;
  /** Tells the server that the session is in use. */
  onUse: () => void;
  onEnd: () => void;
}

/**
 * Ends a session that is not used: no pointer and no key in any tab. Requests that pages send by themselves do not count.
 * The server records the use of a session to a tenth of its idle time, so the session ends here by so much earlier.
 *
 * @returns the seconds until the end, once the person is to be asked; and how they stay
 */
export function useIdleEnd({ userId, idleMinutes, onUse, onEnd }: IdleEndOptions) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const asking = useRef(false);
  const check = useRef(() => {});
  const use = useEffectEvent(onUse);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const activity = activityOf(userId);
    const idleMs = idleMinutes * 60_000;
    let timer: ReturnType<typeof setTimeout>;
    let lastReported = Date.now();
    activity.note();
    const now = () => {
      clearTimeout(timer);
      const last = activity.last();
      // Without its instant the person has signed out in another tab.
      if (last === 0) return;
      const left = last + idleMs * 0.9 - Date.now();
      asking.current = left <= ASKED_BEFORE_MS;
      setSecondsLeft(asking.current ? Math.max(1, Math.ceil(left / 1000)) : null);
      if (left <= 0) return end();
      if (last > lastReported && Date.now() - lastReported >= idleMs / 10) {
        lastReported = Date.now();
        use();
      }
      const untilAsked = left - ASKED_BEFORE_MS;
      timer = setTimeout(now, asking.current ? 1_000 : Math.min(untilAsked, CHECKED_EVERY_MS));
    };
    check.current = now;
    const stop = watchActivity(activity, () => !asking.current);
    // Another tab was used; or the computer was asleep, and no timer has run.
    window.addEventListener("storage", now);
    document.addEventListener("visibilitychange", now);
    now();
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener("storage", now);
      document.removeEventListener("visibilitychange", now);
    };
  }, [userId, idleMinutes]);
  return {
    secondsLeft,
    stay: () => {
      activityOf(userId).note();
      check.current();
    },
  };
}
