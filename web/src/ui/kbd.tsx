/** A key of the keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-chip border border-line-strong border-b-2 bg-surface px-1.5 font-medium font-sans text-muted text-xs">
      {children}
    </kbd>
  );
}
