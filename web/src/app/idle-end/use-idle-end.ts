import { useEffect, useEffectEvent, useRef, useState } from "react";
import { activityOf, watchActivity } from "./activity.ts";

/** The person is asked this many milliseconds before the end. */
const ASKED_BEFORE_MS = 60_000;
/** The time is checked at least this often, in milliseconds. */
const CHECKED_EVERY_MS = 30_000;

interface IdleEndOptions {
  userId: string;
  /** The minutes without use after which the server ends the session. */
  idleMinutes: number;
  /** Reports to the server that the session is in use. */
  onUse: () => void;
  onEnd: () => void;
}

/**
 * Ends a session without pointer or key events in any tab. Automatic requests do not count. The server records the last
 * use with a precision of a tenth of the idle time, so the session ends here that much earlier.
 *
 * @returns the seconds until the end, or null before the person is to be asked; and a function that keeps the session
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
      // No recorded activity: the person has signed out in another tab.
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
    // Another tab was used, or no timer ran while the computer slept.
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
