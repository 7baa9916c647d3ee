import { Link, useLocation } from "react-router";
import { returningOf } from "@/lib/return-path.ts";
import type { LinkProps } from "@/ui/link.tsx";

/** The login and its neighbours. */
const TO_ACCOUNTS: ReadonlySet<string> = new Set(["/login", "/register", "/forgot-password"]);

/** The router's link under the name that the components know; paths are within the app. */
export function RouterLink({ to, ...rest }: LinkProps) {
  const { state } = useLocation();
  // On the way from the login to the registration and back, the page that waits for the sign-in goes on waiting.
  const passedOn = TO_ACCOUNTS.has(to) ? returningOf(state) : null;
  return <Link to={to} viewTransition={false} state={passedOn} {...rest} />;
}
