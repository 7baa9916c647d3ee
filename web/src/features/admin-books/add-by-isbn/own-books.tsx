import type { Book } from "@/api/shapes.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { COPIES_FORM, NEW_COPY_FORM } from "@/lib/limits.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { AvailabilityBadge } from "@/parts/books/availability-badge.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import type { Added } from "./added.ts";
import { copiesOf, useAddCopiesOf } from "./queries.ts";

interface OwnBooksProps {
  books: readonly Book[];
  onAdded: (added: Omit<Added, "key">) => void;
}

/** The books of the library with a number; each can get further copies. */
export function OwnBooks({ books, onAdded }: OwnBooksProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("addByIsbn.own", { count: books.length })} className="flex flex-col gap-4">
      {books.map((book) => (
        <li key={book._id}>
          <Card>
            <OwnBook book={book} onAdded={onAdded} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

function OwnBook({ book, onAdded }: { book: Book; onAdded: OwnBooksProps["onAdded"] }) {
  const { t } = useTranslation();
  const facts = [book.author, book.editionStatement, book.publishedYear].filter(Boolean);
  const isArchived = book.archivedAt !== null;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="break-words font-medium" dir="auto">
            <TextLink
              to={pathTo("/admin/books", {
                edit: book._id,
                ...(isArchived ? { status: "archived" } : {}),
              })}
            >
              {book.title}
            </TextLink>
          </p>
          <p className="break-words text-muted text-md" dir="auto">
            {facts.join(" · ")}
          </p>
        </div>
        {isArchived ? (
          <Badge tone="warning">{t("addByIsbn.archived")}</Badge>
        ) : (
          <AvailabilityBadge available={book.availableCopies} total={book.totalCopies} />
        )}
      </div>
      {isArchived ? (
        <p className="text-muted">{t("addByIsbn.archivedText")}</p>
      ) : (
        <NewCopies book={book} onAdded={onAdded} />
      )}
    </div>
  );
}

const MOST = COPIES_FORM.count.max;

function NewCopies({ book, onAdded }: { book: Book; onAdded: OwnBooksProps["onAdded"] }) {
  const { t } = useTranslation();
  const add = useAddCopiesOf();
  const { form, action } = useFormAction({
    initial: { count: 1 as number | null, barcode: "" },
    check: ({ count }) => {
      const isValid = count !== null && Number.isInteger(count) && count >= 1 && count <= MOST;
      return isValid ? {} : { count: { key: "admin.books.countUpTo", values: { most: MOST } } };
    },
    save: async ({ count, barcode }) => {
      // The response has all copies: the new ones are those that were not there.
      const known = await copiesOf(book._id);
      const code = barcode.trim();
      const answer = await add.mutateAsync({
        bookId: book._id,
        form:
          code === "" ? { count: count ?? 1 } : { copies: [{ barcode: code, condition: null }] },
      });
      const old = new Set(known.map(({ _id }) => _id));
      return answer.data.filter(({ _id }) => !old.has(_id));
    },
    done: (copies) => {
      onAdded({
        bookId: book._id,
        title: book.title,
        barcodes: copies.map(({ barcode }) => barcode),
        copyIds: copies.map(({ _id }) => _id),
        problem: null,
        isTakenBack: false,
      });
      return null;
    },
    failed: t("admin.books.addCopiesFailed"),
    refused: (error, { refuse }) =>
      refuse({
        errors: error.errors.map(({ field, message }) => ({
          field: field.startsWith("copies.") ? "barcode" : field,
          message,
        })),
      }),
  });
  const hasBarcode = form.values.barcode.trim() !== "";
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <FormProblem action={action} />
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-36">
          <NumberField
            label={t("admin.books.howMany")}
            min={1}
            max={MOST}
            {...form.number("count")}
          />
        </div>
        <div className="min-w-0 flex-1 basis-48">
          <TextInput
            label={t("addByIsbn.barcode")}
            hint={t(hasBarcode ? "addByIsbn.barcodeOne" : "addByIsbn.barcodeHint")}
            optional
            autoComplete="off"
            maxLength={NEW_COPY_FORM.barcode.max}
            {...form.text("barcode")}
          />
        </div>
      </div>
      <div>
        <Button type="submit" pending={action.pending}>
          {t("addByIsbn.addCopy")}
        </Button>
      </div>
    </form>
  );
}
