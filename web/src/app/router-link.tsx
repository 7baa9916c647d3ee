import { Link, useLocation } from "react-router";
import { returningOf } from "@/lib/return-path.ts";
import type { LinkProps } from "@/ui/link.tsx";

/** The login and the screens that link to it. */
const TO_ACCOUNTS: ReadonlySet<string> = new Set(["/login", "/register", "/forgot-password"]);

/** The router's link in the form that the components use; paths are within the app. */
export function RouterLink({ to, ...rest }: LinkProps) {
  const { state } = useLocation();
  // Links between the login and the registration pass on the page to open after the sign-in.
  const passedOn = TO_ACCOUNTS.has(to) ? returningOf(state) : null;
  return <Link to={to} viewTransition={false} state={passedOn} {...rest} />;
}
