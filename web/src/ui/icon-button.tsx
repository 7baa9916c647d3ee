import type { ComponentProps, ReactNode } from "react";
import { tooltip } from "./tooltip.tsx";

interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "aria-label"> {
  /** The action with its object: "Return Dune", not "Return". Also the tooltip. */
  label: string;
  /** An icon. */
  children: ReactNode;
}

/** A square button with an icon: 36 px, or 44 px on touch screens. */
export function IconButton({ label, children, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      {...tooltip(label)}
      type={type}
      aria-label={label}
      className="grid size-9 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink aria-disabled:opacity-50 touch:size-11 [&_svg]:size-5"
    >
      {children}
    </button>
  );
}
