import { useLayoutEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** The token of a link such as `/reset-password#token=…`, or null. */
export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") || null;
}

/**
 * The token in the address. It is removed from the address at once, so that it is neither in the history nor visible on
 * the screen.
 */
export function useLinkToken(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const found = tokenIn(hash);
  const [token, setToken] = useState(found);
  // A second link may be opened in the same tab.
  if (found !== null && found !== token) setToken(found);
  // Before anything can be clicked: this would end the navigation that a click has begun.
  useLayoutEffect(() => {
    if (found !== null) void navigate(pathname, { replace: true });
  }, [found, navigate, pathname]);
  return token;
}

/** The state of a navigation to a new password after an email change was undone. */
export const AFTER_UNDOING = { afterUndoing: true } as const;

/** Whether a navigation had that state. */
export function isAfterUndoing(state: unknown): boolean {
  return state !== null && typeof state === "object" && "afterUndoing" in state;
}
