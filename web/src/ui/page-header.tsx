import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  /** One sentence about the page. */
  lead?: ReactNode;
  /** Buttons at the end of the line; below the title on phones. */
  actions?: ReactNode;
}

/** The page's h1. It takes the focus after a navigation (see RouteAnnouncer). */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-1.5">
        <h1
          tabIndex={-1}
          className="text-balance font-medium font-serif text-2xl sm:text-3xl"
          dir="auto"
        >
          {title}
        </h1>
        {lead ? <p className="max-w-measure text-muted">{lead}</p> : null}
      </div>
      {actions ? <div className="flex min-w-0 flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}

/** The column of a page's content; `wide` for tables. */
export function Page({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div
      className={`page-gutter mx-auto flex w-full flex-col gap-8 py-8 sm:py-10 ${wide ? "" : "max-w-page"}`}
    >
      {children}
    </div>
  );
}
