import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useLibrary } from "@/api/queries/library.ts";
import type { FacetCount } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { SidePanel } from "@/ui/dialog.tsx";
import { TextSkeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { BookEditor } from "./book-editor.tsx";
import { emptyBook, valuesOf } from "./book-form.ts";
import { useListedBook, useManagedBook } from "./queries.ts";
import type { SameIsbn } from "./same-isbn-notice.tsx";

/** The value in the address for a new book. */
const NEW = "new";

interface BookEditorPanelProps {
  categories: readonly FacetCount[];
  /** Shows the other books with the ISBN of a new book, or with the new ISBN of a stored one. */
  onSameIsbn: (same: SameIsbn | null) => void;
}

/**
 * The panel in which a book is added or edited. The address records which book is open, so an editor
 * can be linked to; each opening starts with the stored values.
 */
export default function BookEditorPanel(shared: BookEditorPanelProps) {
  const library = useLibrary();
  const edited = useAddress().query.get("edit");
  const [shown, setShown] = useState(edited);
  const [openings, setOpenings] = useState(0);
  const [wasEdited, setWasEdited] = useState(edited);
  if (edited !== wasEdited) {
    setWasEdited(edited);
    // The panel still shows the old book while it slides out.
    if (edited !== null) {
      setShown(edited);
      setOpenings(openings + 1);
    }
  }
  if (shown === null) return null;
  const open = edited !== null;
  if (shown === NEW) {
    const initial = emptyBook(library);
    return <BookEditor key={openings} open={open} book={null} initial={initial} {...shared} />;
  }
  return <StoredBook key={openings} id={shown} open={open} {...shared} />;
}

function StoredBook({ id, open, ...shared }: BookEditorPanelProps & { id: string; open: boolean }) {
  const { t } = useTranslation();
  const address = useAddress();
  const library = useLibrary();
  const book = useManagedBook(id);
  const listed = useListedBook(id);
  if (book.data) {
    return (
      <BookEditor
        open={open}
        book={book.data}
        initial={valuesOf(book.data, library.loanDays)}
        {...shared}
      />
    );
  }
  return (
    <SidePanel
      open={open}
      onOpenChange={(next) => {
        if (!next) address.change({ edit: null, tab: null });
      }}
      title={listed?.title ?? t("admin.books.record")}
      description={listed?.author}
    >
      {book.isError ? (
        <ErrorState
          compact
          headingLevel={3}
          title={t("admin.books.bookFailed")}
          text={messageOf(book.error, "")}
          onRetry={() => void book.refetch()}
          retrying={book.isFetching}
        />
      ) : (
        <TextSkeleton lines={6} />
      )}
    </SidePanel>
  );
}
