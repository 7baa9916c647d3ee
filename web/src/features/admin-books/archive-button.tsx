import { Archive } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import type { Book } from "@/api/shapes.ts";
import { useFocusAfterRemoval } from "@/lib/focus-after-removal.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Banner } from "@/ui/banner.tsx";
import { AlertDialog } from "@/ui/dialog.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { useArchiveBook } from "./queries.ts";

/** Takes a book out of the catalogue, after asking; a refusal stays in the question. */
export function ArchiveButton({ book }: { book: Book }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const rememberFocus = useFocusAfterRemoval();
  const archive = useArchiveBook();
  const act = async () => {
    try {
      const { message } = await archive.mutateAsync(book._id);
      setOpen(false);
      // The server's message differs for an archived and a deleted book.
      notify.success(message ?? t("admin.books.archiveDone"));
    } catch {
      // The dialog stays open and shows the reason.
    }
  };
  return (
    <>
      <IconButton
        label={t("admin.books.archiveOf", { title: book.title })}
        onClick={(event) => {
          rememberFocus(event.currentTarget);
          archive.reset();
          setOpen(true);
        }}
      >
        <Archive />
      </IconButton>
      <AlertDialog
        open={open}
        onOpenChange={setOpen}
        title={t("admin.books.archiveTitle", { title: book.title })}
        text={
          <div className="flex flex-col gap-4">
            <p>{t("admin.books.archiveText")}</p>
            {archive.isError ? (
              <Banner tone="danger">
                {messageOf(archive.error, t("admin.books.archiveFailed"))}
              </Banner>
            ) : null}
          </div>
        }
        confirm={t("admin.books.archiveConfirm")}
        pending={archive.isPending}
        onConfirm={() => void act()}
      />
    </>
  );
}
