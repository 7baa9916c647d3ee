import { useId, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useLibrary } from "@/api/queries/library.ts";
import type { FacetCount, Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { NEW_COPY_FORM } from "@/lib/limits.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { type BookValues, bookProblems, emptyBook, newBook } from "../book-form.ts";
import { useAddBook } from "../queries.ts";
import { RecordFields } from "../record-fields.tsx";
import { useCover } from "../use-cover.ts";
import type { Added } from "./added.ts";
import { type FoundBook, filledValues, unchangedFields } from "./filled.ts";
import { copiesOf, useAddCopiesOf, useSetOpenLibraryCover } from "./queries.ts";

interface NewBookFormProps {
  isbn: string;
  /** The source that the form is filled from, and what it has. */
  source: { name: string; found: FoundBook } | null;
  /** What the next book of a series has in common with the last one. */
  common: Partial<BookValues>;
  categories: readonly FacetCount[];
  onAdded: (added: Omit<Added, "key">, values: BookValues) => void;
}

/** The form of a new book whose number was scanned, filled by a source or by a person. */
export function NewBookForm({ isbn, source, common, categories, onAdded }: NewBookFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formId = useId();
  const add = useAddBook();
  const addCopies = useAddCopiesOf();
  const setCover = useSetOpenLibraryCover();
  const cover = useCover(null);
  const year = Number(format.today().slice(0, 4));
  const [empty] = useState(emptyBook(useLibrary()));
  const [filled] = useState(() =>
    withCommon(filledValues(empty, isbn, source?.found ?? null), common),
  );
  const [barcode, setBarcode] = useState("");
  const [withCover, setWithCover] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const coverNumber = source?.found.openLibraryCover ?? null;

  const addWith = async (values: BookValues) => {
    const code = values.copies === 1 ? barcode.trim() : "";
    const { data: book } = await add.mutateAsync({
      ...newBook(code === "" ? values : { ...values, copies: 0 }),
      ...(source?.found.marcRecord ? { marcRecord: source.found.marcRecord } : {}),
    });
    // The book is there: a later failure is shown in the list, and the next book does not wait.
    let problem: string | null = null;
    if (code !== "") {
      try {
        const form: Shape<"CopiesForm"> = {
          copies: [{ barcode: code, condition: null }],
          callNumber: values.callNumber.trim() || null,
        };
        await addCopies.mutateAsync({ bookId: book._id, form });
      } catch (error) {
        problem = t("addByIsbn.barcodeFailed", { barcode: code, reason: messageOf(error, "") });
      }
    }
    await cover.uploadTo(book._id);
    if (coverNumber !== null && withCover && cover.change === null) {
      try {
        await setCover.mutateAsync({ bookId: book._id, cover: coverNumber });
      } catch (error) {
        notify.error(messageOf(error, t("addByIsbn.coverFailed")), { detail: book.title });
      }
    }
    const copies = await copiesOf(book._id).catch(() => []);
    return { book, problem, barcodes: copies.map((copy) => copy.barcode) };
  };
  const { form, action } = useFormAction({
    initial: filled,
    check: (values) => bookProblems(values, { year, isNew: true }),
    save: addWith,
    done: ({ book, problem, barcodes }, values) => {
      unsaved.saved();
      const { _id: bookId, title } = book;
      onAdded({ bookId, title, barcodes, copyIds: null, problem, isTakenBack: false }, values);
      return null;
    },
    failed: t("admin.saveFailed"),
  });
  const unsaved = useUnsaved(form.changed || cover.change !== null, "");
  const marks = source
    ? { source: source.name, fields: unchangedFields(empty, filled, form.values) }
    : undefined;
  return (
    <Card>
      <form
        id={formId}
        {...form.props}
        onSubmit={(event) => {
          form.props.onSubmit(event);
          setAttempt(attempt + 1);
        }}
        className="flex flex-col gap-5"
      >
        <FormProblem action={action} />
        <RecordFields
          form={form}
          cover={cover}
          bookId={null}
          attempt={attempt}
          categories={categories}
          marks={marks}
        />
        {coverNumber !== null ? (
          <Checkbox
            label={t("addByIsbn.cover")}
            hint={t("addByIsbn.coverHint")}
            checked={withCover}
            onChange={({ target }) => setWithCover(target.checked)}
          />
        ) : null}
        {form.values.copies === 1 ? (
          <TextInput
            label={t("addByIsbn.barcode")}
            hint={t("addByIsbn.barcodeHint")}
            optional
            autoComplete="off"
            name="barcode"
            maxLength={NEW_COPY_FORM.barcode.max}
            value={barcode}
            onChange={({ target }) => setBarcode(target.value)}
          />
        ) : null}
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-3 border-line border-t bg-surface px-1 py-4 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
          <Button type="submit" pending={action.pending}>
            {t("addByIsbn.save")}
          </Button>
        </div>
      </form>
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </Card>
  );
}

/** Values with those of the last book that this one does not have. */
function withCommon(values: BookValues, common: Partial<BookValues>): BookValues {
  return {
    ...values,
    category: values.category || (common.category ?? ""),
    itemType: values.itemType || (common.itemType ?? ""),
  };
}
