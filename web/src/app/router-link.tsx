import { Link } from "react-router";
import type { LinkProps } from "@/ui/link.tsx";

/** The router's link under the name that the components know; paths are within the app. */
export function RouterLink({ to, ...rest }: LinkProps) {
  return <Link to={to} viewTransition={false} {...rest} />;
}
