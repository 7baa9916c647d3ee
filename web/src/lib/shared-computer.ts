/** The key in local storage of a browser that many people use, such as one in a reading room. */
const KEY = "sharedComputer";

/** Whether this browser is marked as one that many people use. */
export function isSharedComputer(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export function markSharedComputer(shared: boolean): void {
  if (shared) localStorage.setItem(KEY, "yes");
  else localStorage.removeItem(KEY);
}
