import { useState } from "react";
import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { loadTexts } from "@/lib/i18n/page-language.ts";
import type { Selection } from "@/parts/list/use-selection.ts";
import { Button } from "@/ui/button.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import type { ChangeBooksDialogProps } from "./change-books-dialog.tsx";

const ChangeBooksDialog = onDemand(async () => {
  const [module] = await Promise.all([import("./change-books-dialog.tsx"), loadTexts("imports")]);
  return module.default;
});

interface ChangeBooksProps {
  selection: Selection<Book>;
  found: ChangeBooksDialogProps["found"];
}

/** The button that changes fields of the selected books, or of all that the list finds. */
export function ChangeBooks({ selection, found }: ChangeBooksProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const selected = selection.rows.map(({ _id }) => _id);
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          // The books may leave the list when they change; the dialog goes on with them.
          selection.hold(selected);
          setOpened(true);
          setOpen(true);
        }}
      >
        {t("admin.books.change")}
      </Button>
      {opened ? (
        <ChangeBooksDialog
          open={open}
          onClose={() => {
            setOpen(false);
            selection.release();
          }}
          selected={selected}
          found={found}
        />
      ) : null}
    </>
  );
}
