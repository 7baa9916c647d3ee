import { Quote, Share2 } from "lucide-react";
import { useState } from "react";
import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { Button } from "@/ui/button.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { notify } from "@/ui/toast/notify.ts";

const CiteDialog = onDemand(async () => (await import("./cite-dialog.tsx")).default);

/** Buttons that show references to a book, and pass its address on. */
export function CiteAndShare({ book }: { book: Book }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const share = async () => {
    const url = new URL(pathTo("/books/:id", { id: book._id }), location.origin).href;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title: book.title, url });
        return;
      } catch (failure) {
        // The person closed the list of programs.
        if (failure instanceof DOMException && failure.name === "AbortError") return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      notify.success(t("record.linkCopied"));
    } catch {
      notify.error(t("record.linkNotCopied"));
    }
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <Quote aria-hidden="true" />
        {t("record.cite")}
      </Button>
      <Button variant="secondary" size="sm" onClick={() => void share()}>
        <Share2 aria-hidden="true" />
        {t("record.share")}
      </Button>
      {wanted ? <CiteDialog book={book} open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
