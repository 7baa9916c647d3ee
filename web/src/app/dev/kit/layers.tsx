import { useState } from "react";
import { Button } from "@/ui/button.tsx";
import { AlertDialog, Dialog, SidePanel } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import ShortcutSheet from "@/ui/shortcut-sheet.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { Chapter, Row, Specimen } from "./specimen.tsx";

const LAYERS = ["dialog", "panel", "drawer", "alert", "discard", "shortcuts"] as const;
type Layer = (typeof LAYERS)[number];

const SHORTCUTS = [
  { keys: ["/"], label: "shortcuts.search" },
  { keys: ["g", "b"], label: "shortcuts.books" },
] as const;

const nothing = () => {};

/** Components that open above the page. */
export function Layers() {
  const [open, setOpen] = useState<Layer | null>(null);
  const close = () => setOpen(null);
  const footer = (
    <>
      <Button variant="secondary" onClick={close}>
        Cancel
      </Button>
      <Button onClick={close}>Save</Button>
    </>
  );
  return (
    <Chapter title="Layers">
      <Specimen name="Dialog, SidePanel at the end and at the bottom, AlertDialog, DiscardDialog, ShortcutSheet">
        <Row>
          {LAYERS.map((layer) => (
            <Button key={layer} variant="secondary" onClick={() => setOpen(layer)}>
              Open {layer}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Dialog
        open={open === "dialog"}
        onOpenChange={close}
        title="A dialog"
        description="One sentence about it."
        footer={footer}
      >
        <TextInput label="First field" />
      </Dialog>
      <SidePanel open={open === "panel"} onOpenChange={close} title="A side panel" footer={footer}>
        <TextInput label="First field" />
      </SidePanel>
      <SidePanel open={open === "drawer"} onOpenChange={close} title="A drawer" side="bottom">
        <p className="text-muted">Filters, for example.</p>
      </SidePanel>
      <AlertDialog
        open={open === "alert"}
        onOpenChange={close}
        title="Archive “Dune”?"
        text="It can be restored at any time."
        confirm="Archive book"
        onConfirm={close}
      />
      <DiscardDialog open={open === "discard"} onStay={close} onDiscard={close} />
      <ShortcutSheet
        open={open === "shortcuts"}
        onOpenChange={close}
        shortcuts={SHORTCUTS}
        enabled
        onEnabledChange={nothing}
      />
    </Chapter>
  );
}
