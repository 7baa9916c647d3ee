/** Asks the person to prove their identity, and resolves to whether they did. */
type Confirm = () => Promise<boolean>;

let confirm: Confirm | null = null;
let pending: Promise<boolean> | null = null;

/** The server's code of a call that needs a recent confirmation of the person's identity. */
export const CONFIRMATION_NEEDED = "confirmation_needed";

/** Sets what asks the person; the app sets its dialog. Returns a function that removes it. */
export function setConfirm(ask: Confirm): () => void {
  confirm = ask;
  return () => {
    if (confirm === ask) confirm = null;
  };
}

/** Asks the person once for all calls that wait for it. False when nothing can ask. */
export function confirmIdentity(): Promise<boolean> {
  if (!confirm) return Promise.resolve(false);
  pending ??= confirm().finally(() => {
    pending = null;
  });
  return pending;
}
