import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";

interface SearchLayerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  children: ReactNode;
}

/** A dialog near the top for a search; on phones the whole screen. Its field has the focus. */
export function SearchLayer({ open, onOpenChange, label, children }: SearchLayerProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          aria-label={label}
          initialFocus={() => popup.current?.querySelector<HTMLElement>("input") ?? popup.current}
          className="fixed inset-0 z-50 flex flex-col bg-surface outline-none transition-opacity duration-120 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0 sm:inset-x-4 sm:top-[10vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh] sm:max-w-2xl sm:overflow-hidden sm:rounded-dialog sm:border sm:border-line sm:shadow-float"
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
