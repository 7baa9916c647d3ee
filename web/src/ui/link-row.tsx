import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";

interface LinkRowProps {
  to: string;
  icon: LucideIcon;
  label: string;
  /** A sentence below the label. */
  hint: string;
  /** Shown before the arrow, such as a number. */
  aside?: ReactNode;
}

/** Rows of links in a flush card. */
export function LinkRows({ children }: { children: ReactNode }) {
  return <ul className="flex flex-col divide-y divide-line">{children}</ul>;
}

/** A row that is a link as a whole. */
export function LinkRow({ to, icon: Icon, label, hint, aside }: LinkRowProps) {
  return (
    <li>
      <Link
        to={to}
        className="group/link flex items-center gap-4 px-4 py-3.5 outline-offset-[-2px] transition-colors hover:bg-sunken/60 sm:px-5"
      >
        <span
          aria-hidden="true"
          className="grid size-[min(2.5rem,11vw)] shrink-0 place-items-center rounded-control bg-primary-soft text-on-primary-soft"
        >
          <Icon className="size-5" />
        </span>
        <span className="wrap-anywhere flex min-w-0 flex-1 flex-col">
          <span className="font-medium">{label}</span>{" "}
          <span className="text-md text-muted">{hint}</span>
        </span>{" "}
        {aside}
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-subtle transition-transform group-hover/link:translate-x-0.5 rtl:-scale-x-100"
        />
      </Link>
    </li>
  );
}
