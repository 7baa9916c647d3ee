import type { ComponentProps, ReactNode } from "react";
import { tooltip } from "./tooltip.tsx";

interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "aria-label"> {
  /** What it does, with the object: "Return Dune", not "Return". Also its tooltip. */
  label: string;
  /** An icon. */
  children: ReactNode;
}

/** A square button with an icon: 36 px, 44 px under a finger. */
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
