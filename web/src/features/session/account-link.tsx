import { useLocation } from "react-router";
import { returningOf } from "@/lib/return-path.ts";
import { type LinkProps, TextLink } from "@/ui/link.tsx";

/** A link between the login and its neighbours. The page that waits for the sign-in goes on waiting. */
export function AccountLink(props: Omit<LinkProps, "state">) {
  const { state } = useLocation();
  return <TextLink {...props} state={returningOf(state)} />;
}
