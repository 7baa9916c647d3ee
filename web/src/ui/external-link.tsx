import type { ReactNode } from "react";

/** A link to another site, which does not learn from where it was opened. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      className="rounded-chip font-medium text-primary underline decoration-primary/35 underline-offset-4 hover:decoration-primary"
    >
      {children}
    </a>
  );
}
