import type { ReactNode } from "react";

/** A section of the kit. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col gap-6 border-line border-t pt-8 first-of-type:border-t-0"
    >
      <h2 className="font-medium font-serif text-xl">{title}</h2>
      {children}
    </section>
  );
}

/** One component in one group of states, with its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="text-sm text-subtle">{name}</h3>
      {children}
    </div>
  );
}

/** Elements side by side, which wrap. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
