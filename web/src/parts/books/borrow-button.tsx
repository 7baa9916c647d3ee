import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { ActionButton } from "@/ui/action-button.tsx";
import { useBorrowBook } from "./use-borrow-book.ts";

interface BorrowButtonProps {
  book: Pick<Book, "_id" | "title" | "availableCopies">;
  /** Whether the person has borrowed it. */
  mine: boolean;
}

/** A button while a copy is available; a mark if the person has borrowed the book. */
export function BorrowButton({ book, mine }: BorrowButtonProps) {
  const { t } = useTranslation();
  const { borrow } = useBorrowBook(book._id);
  if (book.availableCopies === 0) return null;
  return (
    <ActionButton
      variant="soft"
      size="sm"
      action={borrow}
      disabledReason={mine ? t("books.entry.yours") : null}
      aria-label={t("books.entry.borrowTitle", { title: book.title })}
    >
      {t("books.entry.borrow")}
    </ActionButton>
  );
}
