/** The key in session storage that marks a tab as loaded; the browser removes it with the tab. */
const KEY = "tab";

/** Milliseconds to wait for a reply of another open tab; a tab in the background or on a slow computer takes a while. */
const REPLY_WITHIN_MS = 1_000;

/**
 * Replies to other tabs from now on that this one is open.
 *
 * @returns a function that finds out whether this tab is the first one since all tabs of the library were closed. A
 * reloaded tab is not.
 */
export function joinOpenTabs(): () => Promise<boolean> {
  const channel = new BroadcastChannel("tabs");
  const isKnown = sessionStorage.getItem(KEY) !== null;
  sessionStorage.setItem(KEY, "open");
  const reply = ({ data }: MessageEvent) => {
    if (data === "anybody?") channel.postMessage("here");
  };
  channel.onmessage = reply;
  return async () => {
    if (isKnown) return false;
    // Of two tabs that start together, neither counts for the other.
    const isAlone = !(await hasReply(channel));
    channel.onmessage = reply;
    return isAlone;
  };
}

function hasReply(channel: BroadcastChannel): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), REPLY_WITHIN_MS);
    channel.onmessage = ({ data }) => {
      if (data !== "here") return;
      clearTimeout(late);
      resolve(true);
    };
    channel.postMessage("anybody?");
  });
}
