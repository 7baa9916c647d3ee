import type { ReactNode } from "react";

interface FactProps {
  label: string;
  children: ReactNode;
  /** Shown when there is no value. */
  missing?: string;
}

/** One value of a `<dl>` with its label above. */
export function Fact({ label, children, missing }: FactProps) {
  const isMissing = missing !== undefined && (children ?? "") === "";
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd
        className={`page-start tabular whitespace-pre-line break-words ${isMissing ? "text-subtle" : ""}`}
        dir="auto"
      >
        {isMissing ? missing : children}
      </dd>
    </div>
  );
}
