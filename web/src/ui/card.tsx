import type { ReactNode } from "react";
import { Link } from "./link.tsx";

interface CardProps {
  children: ReactNode;
  /** Without padding, for lists and tables that reach the edge. */
  flush?: boolean;
}

/** A surface on the background of the page. */
export function Card({ children, flush = false }: CardProps) {
  return (
    <div
      className={`min-w-0 rounded-card border border-line bg-surface shadow-rest ${flush ? "overflow-hidden" : "p-4 sm:p-6"}`}
    >
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  /** A link or a button at the end of the heading's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its own heading. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-4">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold text-lg">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface StatTileProps {
  label: string;
  value: ReactNode;
  /** One line below the number: a trend, the next due date. */
  note?: ReactNode;
  icon?: ReactNode;
  /** Makes the whole tile a link. */
  to?: string;
  tone?: "neutral" | "danger";
}

/** A number with its name; the whole tile is the link. */
export function StatTile({ label, value, note, icon, to, tone = "neutral" }: StatTileProps) {
  const body = (
    <>
      <span className="flex items-center justify-between gap-2 text-muted text-md">
        {label}
        <span aria-hidden="true" className="text-subtle [&_svg]:size-5">
          {icon}
        </span>
      </span>
      <span
        className={`tabular font-semibold font-serif text-3xl ${tone === "danger" ? "text-danger" : "text-ink"}`}
      >
        {value}
      </span>
      {note ? <span className="text-sm text-subtle">{note}</span> : null}
    </>
  );
  const shape =
    "flex min-w-0 flex-col gap-1.5 rounded-card border border-line bg-surface p-4 shadow-rest sm:p-5";
  if (!to) return <div className={shape}>{body}</div>;
  return (
    <Link
      to={to}
      className={`${shape} transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-lift`}
    >
      {body}
    </Link>
  );
}
