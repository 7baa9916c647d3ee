/** The key in session storage that marks a tab as loaded; the browser removes it with the tab. */
const KEY = "tab";

/** Milliseconds to wait for an answer of another open tab. */
const ANSWER_WITHIN_MS = 300;

/**
 * Whether this tab is the first one since all tabs of the library were closed. A reloaded tab is not. From then on,
 * this tab answers the same question of other tabs.
 */
export async function isFirstTab(): Promise<boolean> {
  const channel = new BroadcastChannel("tabs");
  const isKnown = sessionStorage.getItem(KEY) !== null;
  sessionStorage.setItem(KEY, "open");
  const isAlone = isKnown ? false : !(await hasAnswer(channel));
  channel.onmessage = ({ data }) => {
    if (data === "anybody?") channel.postMessage("here");
  };
  return isAlone;
}

function hasAnswer(channel: BroadcastChannel): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    channel.onmessage = ({ data }) => {
      if (data !== "here") return;
      clearTimeout(late);
      resolve(true);
    };
    channel.postMessage("anybody?");
  });
}
