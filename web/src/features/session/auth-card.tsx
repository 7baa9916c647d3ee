import type { ReactNode } from "react";

interface AuthCardProps {
  title: string;
  lead: string;
  children: ReactNode;
  /** The link to the other form, below the card. */
  aside: ReactNode;
}

/** The frame of the forms for visitors: a card, and on phones the whole page. */
export function AuthCard({ title, lead, children, aside }: AuthCardProps) {
  return (
    // As high as the window, so that nothing visible moves when the demo buttons appear.
    <div className="page-gutter flex min-h-[calc(100dvh-3.5rem)] flex-col items-center py-8 sm:pt-[max(3rem,8dvh)] sm:pb-16">
      <div className="flex w-full max-w-105 flex-col gap-6">
        <div className="flex flex-col gap-6 sm:rounded-dialog sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-lift">
          <header className="flex flex-col gap-1.5">
            <h1 tabIndex={-1} className="text-balance font-medium font-serif text-2xl">
              {title}
            </h1>
            <p className="text-pretty text-md text-muted">{lead}</p>
          </header>
          {children}
        </div>
        <p className="text-center text-md text-muted">{aside}</p>
      </div>
    </div>
  );
}

/** Contains a form's button: on phones it stays visible above the keyboard while the form scrolls. */
export function SubmitBar({ children }: { children: ReactNode }) {
  return (
    <div className="max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:bg-linear-to-t max-sm:from-75% max-sm:from-bg max-sm:to-transparent max-sm:px-4 max-sm:pt-6 max-sm:pb-3">
      {children}
    </div>
  );
}
