import { type ReactNode, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import type { HeadingKind } from "./queries.ts";

const RenameDialog = onDemand(async () => (await import("./rename-dialog.tsx")).default);

interface RenameButtonProps {
  kind: HeadingKind;
  names: readonly string[];
  removes?: boolean;
  /** What a screen reader says instead of the words of the button. */
  label?: string;
  disabledReason?: string | undefined;
  /** Called before the dialog opens, and after it has closed. */
  onOpen?: () => void;
  onClose?: () => void;
  children: ReactNode;
}

/** Opens the dialog that renames, joins or removes headings. */
export function RenameButton(props: RenameButtonProps) {
  const { kind, names, removes = false, label, disabledReason, onOpen, onClose, children } = props;
  // The names when the dialog opened: they are gone from the list once they are changed.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={label}
        disabledReason={disabledReason}
        onClick={() => {
          onOpen?.();
          setChosen(names);
          setOpen(true);
        }}
      >
        {children}
      </Button>
      {open ? (
        <RenameDialog
          open
          kind={kind}
          names={chosen}
          removes={removes}
          onClose={() => {
            setOpen(false);
            onClose?.();
          }}
        />
      ) : null}
    </>
  );
}
