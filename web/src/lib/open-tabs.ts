/** The key in session storage of a tab that was loaded before; the browser removes it with the tab. */
const KEY = "tab";

/** Milliseconds in which another open tab answers. */
const ANSWER_WITHIN_MS = 300;

/**
 * Whether this tab is the first one since all tabs of the library were closed. A reloaded page is not. From now on, this
 * tab answers others that ask the same.
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
