import type { ComponentType } from "react";
import { type DataRouter, Link } from "react-router";
import type { LinkProps } from "@/ui/link.tsx";

/** The router's link under the name that the components know; paths are within the app. */
export function RouterLink({ to, ...rest }: LinkProps) {
  return <Link to={to} viewTransition={false} {...rest} />;
}

/** The same for what stands outside the router, like the toasts. */
export function linkThrough(router: DataRouter): ComponentType<LinkProps> {
  return function OutsideLink({ to, onClick, ...rest }: LinkProps) {
    return (
      <a
        {...rest}
        href={to}
        onClick={(event) => {
          onClick?.();
          const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
          if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
          event.preventDefault();
          void router.navigate(to);
        }}
      />
    );
  };
}
