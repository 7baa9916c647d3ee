import { useId, useRef, useState } from "react";
import { useMay } from "@/api/permissions.ts";
import { useLibrary } from "@/api/queries/library.ts";
import type { BookDetail, FacetCount } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { FormProblem } from "@/parts/action/form-problem.tsx";
import { useFormAction } from "@/parts/action/use-form-action.ts";
import { Button } from "@/ui/button.tsx";
import { SidePanel } from "@/ui/dialog.tsx";
import { DiscardDialog } from "@/ui/discard-dialog.tsx";
import { TextLink } from "@/ui/link.tsx";
import { onDemand } from "@/ui/on-demand.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import type { EditorTab } from "./book-columns.tsx";
import { type BookValues, bookChange, bookProblems, newBook, valuesOf } from "./book-form.ts";
import { CopiesTab } from "./copies-tab.tsx";
import { type BookRecord, useAddBook, useChangeBook } from "./queries.ts";
import { RecordFields } from "./record-fields.tsx";
import { type SameIsbn, sameIsbnOf } from "./same-isbn-notice.tsx";
import { CoverFailure, useCover } from "./use-cover.ts";

const MarcTab = onDemand(async () => (await import("./marc-tab.tsx")).default);

const TABS = ["record", "copies", "marc"] as const satisfies readonly EditorTab[];

interface BookEditorProps {
  open: boolean;
  /** Null for a new book. */
  book: BookDetail | null;
  /** The initial values of the form; later values are ignored. */
  initial: BookValues;
  categories: readonly FacetCount[];
  /** Shows the other books with the ISBN of a new book, or with the new ISBN of a stored one. */
  onSameIsbn: (same: SameIsbn | null) => void;
}

/** The form of a book's record, and for a stored book its copies. */
export function BookEditor({ open, book, initial, categories, onSameIsbn }: BookEditorProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const address = useAddress();
  const may = useMay();
  const formId = useId();
  const add = useAddBook();
  const change = useChangeBook(book?._id ?? "");
  const cover = useCover(book);
  // The record may be loaded again while the form is open; changes are relative to this one.
  const [base, setBase] = useState({ values: initial, updatedAt: book?.updatedAt });
  const [marcText, setMarcText] = useState<string | null>(null);
  const [leavesFor, setLeavesFor] = useState<EditorTab | null>(null);
  const { loanDays } = useLibrary();
  const [overwrites, setOverwrites] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const year = Number(format.today().slice(0, 4));
  const addWithCover = async (values: BookValues) => {
    const added = await add.mutateAsync(newBook(values));
    await cover.uploadTo(added.data._id);
    return added;
  };
  const changeWithCover = async (values: BookValues) => {
    const basedOn = overwrites ? undefined : base.updatedAt;
    const record: BookRecord = {
      ...(cover.change === "removed" ? { coverImage: null } : {}),
      ...bookChange(base.values, values),
    };
    // A picture replaces an address, also one that was just entered.
    if (cover.change instanceof File) delete record.coverImage;
    // First the cover: the server may refuse a picture, and then the form is still open.
    await cover.upload(basedOn);
    return change.mutateAsync({ ...record, ...(basedOn ? { updatedAt: basedOn } : {}) });
  };
  const { form, action } = useFormAction({
    initial,
    check: (values) => bookProblems(values, { year, isNew: book === null }),
    save: book ? changeWithCover : addWithCover,
    done: ({ data: saved, warnings }, { category, itemType, language }) => {
      if (!book && another.current) {
        // Books that are catalogued one after the other usually stand together.
        form.reset({ ...initial, category, itemType, language });
        cover.keep();
        document.getElementById(formId)?.querySelector<HTMLElement>("[name=title]")?.focus();
      } else {
        unsaved.saved();
        close();
      }
      if (saved.isbn !== (book?.isbn ?? null)) onSameIsbn(sameIsbnOf(saved, warnings));
      return t(book ? "admin.books.saved" : "admin.books.added");
    },
    failed: t("admin.saveFailed"),
    refused: (error, { refuse }) => {
      if (error instanceof CoverFailure) {
        if (error.code === "book_changed") setOverwrites(true);
        return error.code === "aborted" ? true : error.message;
      }
      const isShown = refuse(error);
      if (error.code !== "book_changed") return isShown;
      setOverwrites(true);
      return t("admin.books.changedMeanwhile");
    },
  });
  const unsaved = useUnsaved(
    open && (form.changed || cover.change !== null || marcText !== null),
    "edit",
  );
  const tab = book ? choiceOf(address.query, "tab", TABS, "record") : "record";
  const close = () => address.change({ edit: null, tab: null });
  const another = useRef(false);
  const show = (value: EditorTab) =>
    address.change({ tab: value === "record" ? null : value }, { replace: true });

  const record = (
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
        bookId={book?._id ?? null}
        attempt={attempt}
        categories={categories}
      />
      {book && may("read_audit") ? (
        <p>
          <TextLink to={pathTo("/admin/audit", { book: book._id })}>
            {t("admin.books.historyOfChanges")}
          </TextLink>
        </p>
      ) : null}
    </form>
  );
  return (
    <SidePanel
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={book ? book.title : t("admin.books.addTitle")}
      description={book ? book.author : undefined}
      footer={
        tab === "record" ? (
          <>
            <Button variant="secondary" onClick={close}>
              {t("common.cancel")}
            </Button>
            {book ? null : (
              <Button
                variant="secondary"
                form={formId}
                pending={action.pending}
                onClick={({ currentTarget }) => {
                  another.current = true;
                  currentTarget.form?.requestSubmit();
                }}
              >
                {t("admin.books.addAnother")}
              </Button>
            )}
            <Button
              type="submit"
              form={formId}
              pending={action.pending}
              onClick={() => {
                another.current = false;
              }}
            >
              {t(book ? "admin.books.save" : "admin.books.add")}
            </Button>
          </>
        ) : null
      }
    >
      {book ? (
        <Tabs
          label={t("admin.books.tabs")}
          value={tab}
          onValueChange={(value) => {
            if (tab === "marc" && marcText !== null) setLeavesFor(value);
            else show(value);
          }}
          tabs={[
            { value: "record", label: t("admin.books.record") },
            { value: "copies", label: t("admin.books.copies"), count: book.totalCopies },
            { value: "marc", label: t("cataloguing.marc.tab") },
          ]}
        >
          {tab === "record" ? record : null}
          {tab === "copies" ? <CopiesTab book={book} /> : null}
          {tab === "marc" ? (
            <MarcTab
              bookId={book._id}
              basedOn={base.updatedAt ?? book.updatedAt}
              text={marcText}
              onText={setMarcText}
              locked={form.changed}
              onSaved={(saved) => {
                const values = valuesOf(saved, loanDays);
                setBase({ values, updatedAt: saved.updatedAt });
                form.reset(values);
              }}
            />
          ) : null}
        </Tabs>
      ) : (
        record
      )}
      <DiscardDialog
        open={leavesFor !== null}
        onStay={() => setLeavesFor(null)}
        onDiscard={() => {
          if (leavesFor !== null) show(leavesFor);
          setLeavesFor(null);
          setMarcText(null);
        }}
      />
      <DiscardDialog open={unsaved.asking} onStay={unsaved.stay} onDiscard={unsaved.discard} />
    </SidePanel>
  );
}
