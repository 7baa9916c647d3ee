let leaving = false;

/**
 * Signing out ends on the home page, but the moment the session ends the guards would send whoever
 * is on a protected page to the login. While `leaveBy` runs they know better.
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
