import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<V extends string> {
  /** The name of the row of tabs. */
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  tabs: readonly { value: V; label: string; count?: number | undefined }[];
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Tabs with one visible panel. */
export function Tabs<V extends string>({
  label,
  value,
  onValueChange,
  tabs,
  children,
}: TabsProps<V>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((candidate) => candidate.value === chosen);
        if (tab) onValueChange(tab.value);
      }}
      className="flex min-w-0 flex-col gap-5"
    >
      <Base.List
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-11 shrink-0 items-center gap-2 border-transparent border-b-2 px-3 font-medium text-md text-muted outline-offset-[-2px] transition-colors hover:text-ink data-active:border-primary data-active:text-ink"
          >
            {tab.label}{" "}
            {tab.count === undefined ? null : (
              <span className="tabular rounded-full bg-sunken px-2 text-sm text-subtle">
                {tab.count}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel key={value} value={value} tabIndex={-1} className="min-w-0 outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
