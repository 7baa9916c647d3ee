import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { TypedDialog } from "@/parts/action/typed-dialog.tsx";
import { useAction } from "@/parts/action/use-action.ts";
import { IconButton } from "@/ui/icon-button.tsx";
import { useDeleteBook, useRestoreBook, useUndoDeleteBook } from "./queries.ts";

/** Deletes a book that was never borrowed, after the person has typed its title. */
export function DeleteButton({ book }: { book: Book }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const restore = useRestoreBook();
  const undo = useUndoDeleteBook();
  const remove = useAction(useDeleteBook(), {
    done: ({ data: { archived } }, id) => ({
      // The server archives a book that was borrowed meanwhile.
      message: archived ? t("admin.books.archiveDone") : t("admin.books.deleted"),
      detail: book.title,
      undo: {
        run: () => (archived ? restore : undo).mutateAsync(id),
        done: archived ? t("admin.books.restored") : t("admin.books.undeleted"),
      },
    }),
    failed: t("admin.books.deleteFailed"),
    shows: "problem",
  });
  return (
    <>
      <IconButton
        label={t("admin.books.deleteOf", { title: book.title })}
        onClick={() => {
          remove.reset();
          setOpen(true);
        }}
      >
        <Trash2 />
      </IconButton>
      {open ? (
        <TypedDialog
          action={remove}
          onClose={() => setOpen(false)}
          title={t("admin.books.deleteTitle", { title: book.title })}
          text={t("admin.books.deleteText", { count: book.totalCopies })}
          expected={book.title}
          label={t("admin.books.deleteLabel")}
          hint={t("admin.books.deleteHint", { title: book.title })}
          wrong={t("admin.books.deleteWrong")}
          confirm={t("admin.books.deleteConfirm")}
          onConfirm={() => remove.run(book._id)}
        />
      ) : null}
    </>
  );
}
