let leaving = false;

/**
 * Signs out and opens the home page. Without this, the guards would redirect from a protected page
 * to the login as soon as the session ends; while `isLeaving()` is true they do not.
 */
export async function leaveBy(signOut: () => void, goHome: () => Promise<void>): Promise<void> {
  leaving = true;
  try {
    signOut();
    await goHome();
  } finally {
    leaving = false;
  }
}

/** Whether a sign-out is in progress. */
export function isLeaving(): boolean {
  return leaving;
}
