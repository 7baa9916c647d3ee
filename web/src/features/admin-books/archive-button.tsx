import { Archive } from "lucide-react";
import { useState } from "react";
import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionDialog } from "@/parts/action/action-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { IconButton } from "@/ui/icon-button.tsx";
import { useArchiveBook, useRestoreBook } from "./queries.ts";

/** Archives a book after a confirmation; the dialog shows a refusal. */
export function ArchiveButton({ book }: { book: Book }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const restore = useRestoreBook();
  const archive = useAction(useArchiveBook(), {
    done: (_, id) => ({
      message: t("admin.books.archiveDone"),
      detail: book.title,
      undo: { run: () => restore.mutateAsync(id), done: t("admin.books.restored") },
    }),
    failed: t("admin.books.archiveFailed"),
    shows: "problem",
  });
  return (
    <>
      <IconButton
        label={t("admin.books.archiveOf", { title: book.title })}
        onClick={() => {
          archive.reset();
          setOpen(true);
        }}
      >
        <Archive />
      </IconButton>
      <ActionDialog
        action={archive}
        open={open}
        onOpenChange={setOpen}
        title={t("admin.books.archiveTitle", { title: book.title })}
        text={t("admin.books.archiveText")}
        confirm={t("admin.books.archiveConfirm")}
        onConfirm={() => archive.run(book._id)}
      />
    </>
  );
}
