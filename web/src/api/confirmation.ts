/** Asks the person to prove their identity; resolves to true if they did. */
type Confirm = () => Promise<boolean>;

let confirm: Confirm | null = null;
let pending: Promise<boolean> | null = null;

/** The server's code of a call that needs a recent confirmation of the person's identity. */
export const CONFIRMATION_NEEDED = "confirmation_needed";

/** Sets the function that asks the person, which opens a dialog in the app. Returns a function that removes it. */
export function setConfirm(ask: Confirm): () => void {
  confirm = ask;
  return () => {
    if (confirm === ask) confirm = null;
  };
}

/** Asks the person once for all waiting calls. Resolves to false if no dialog is set. */
export function confirmIdentity(): Promise<boolean> {
  if (!confirm) return Promise.resolve(false);
  pending ??= confirm().finally(() => {
    pending = null;
  });
  return pending;
}
