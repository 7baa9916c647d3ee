import { useId } from "react";
import { useKinds } from "@/api/queries/kinds.ts";
import { useLibrary } from "@/api/queries/library.ts";
import type { FacetCount } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { languageNames } from "@/lib/language-names.ts";
import type { Form } from "@/lib/use-form.ts";
import { BOOK_LINES } from "@/parts/books/book-lines.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { KindSelect } from "@/ui/kind-select.tsx";
import { NumberField } from "@/ui/number-field.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import { type BookValues, COPIES_MAX } from "./book-form.ts";
import { CategoryField } from "./category-field.tsx";
import { CoverField } from "./cover-field.tsx";
import { DetailsFields } from "./details-fields.tsx";
import { DETAIL_FIELDS } from "./details-form.ts";
import { IsbnField } from "./isbn-field.tsx";
import { SubjectsField } from "./subjects-field.tsx";
import type { BookCover } from "./use-cover.ts";

/** Languages that are suggested during typing; any text is accepted. */
const LANGUAGES = [
  "Arabic",
  "Chinese",
  "English",
  "French",
  "German",
  "Greek",
  "Hindi",
  "Italian",
  "Japanese",
  "Korean",
  "Latin",
  "Portuguese",
  "Russian",
  "Spanish",
];

interface RecordFieldsProps {
  form: Form<BookValues>;
  cover: BookCover;
  /** The stored book; null for a new one, which also has a number of copies. */
  bookId: string | null;
  /** Changes with each attempt to send the form. */
  attempt: number;
  /** Suggested during typing. */
  categories: readonly FacetCount[];
  /** Fields that a source of book data filled in, and its name. */
  marks?: { source: string; fields: ReadonlySet<keyof BookValues> } | undefined;
}

/** All fields of a book's record, with a preview of the cover. */
export function RecordFields({
  form,
  cover,
  bookId,
  attempt,
  categories,
  marks,
}: RecordFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = languageNames(format.locale);
  const { loanDays } = useLibrary();
  const kinds = useKinds();
  const id = useId();
  const { values } = form;
  const from = (field: keyof BookValues) =>
    marks?.fields.has(field) ? t("cataloguing.from", { source: marks.source }) : undefined;
  return (
    <>
      <TextInput
        label={t("admin.books.fields.title")}
        hint={from("title")}
        {...form.text("title")}
      />
      <TextInput
        label={t("admin.books.fields.author")}
        hint={from("author") ?? t("admin.books.fields.authorHint")}
        {...form.text("author")}
      />
      <CoverField
        cover={cover}
        title={values.title}
        author={values.author}
        category={values.category}
        isNew={bookId === null}
        address={form.error("coverImage") ? null : values.coverImage.trim() || null}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <CategoryField form={form} list={`${id}-categories`} hint={from("category")} />
        {bookId === null ? (
          <NumberField
            label={t("admin.books.fields.copies")}
            hint={t("admin.books.fields.copiesHint")}
            min={0}
            max={COPIES_MAX}
            {...form.number("copies")}
          />
        ) : null}
        <IsbnField form={form} bookId={bookId} />
        {BOOK_LINES.map((line) => (
          <TextInput
            key={line}
            label={t(`books.lines.${line}`)}
            hint={from(line)}
            optional
            {...form.text(line)}
          />
        ))}
        <TextInput
          label={t("admin.books.fields.publishedYear")}
          hint={from("publishedYear")}
          optional
          autoComplete="off"
          {...form.text("publishedYear")}
        />
        <TextInput
          label={t("admin.books.fields.pages")}
          hint={from("pages")}
          optional
          inputMode="numeric"
          autoComplete="off"
          {...form.text("pages")}
        />
        <TextInput
          label={t("admin.books.fields.language")}
          hint={from("language")}
          list={`${id}-languages`}
          optional
          {...form.text("language")}
          value={names.shown(values.language)}
          onChange={({ target }) => form.set("language", names.stored(target.value))}
        />
        <TextInput
          label={t("admin.books.fields.borrowingPeriod")}
          hint={t("admin.books.fields.borrowingPeriodHint", { count: loanDays })}
          optional
          inputMode="numeric"
          autoComplete="off"
          {...form.text("borrowingPeriod")}
        />
        <KindSelect
          label={t("admin.books.fields.itemType")}
          hint={t("admin.books.fields.itemTypeHint")}
          none={t("admin.books.fields.noItemType")}
          name="itemType"
          kinds={kinds.data?.itemTypes}
          value={values.itemType}
          onValueChange={(code) => form.set("itemType", code)}
          error={form.error("itemType")}
        />
      </div>
      <TextArea
        label={t("admin.books.fields.description")}
        hint={from("description")}
        optional
        rows={5}
        {...form.text("description")}
      />
      <TextInput
        label={t("admin.books.fields.coverImage")}
        hint={t("admin.books.fields.coverImageHint")}
        optional
        inputMode="url"
        autoComplete="off"
        {...form.text("coverImage")}
      />
      <div className="flex flex-col gap-4">
        <Checkbox
          label={t("admin.books.fields.isSemesterStudy")}
          hint={t("admin.books.fields.isSemesterStudyHint")}
          {...form.box("isSemesterStudy")}
        />
        {values.isSemesterStudy ? (
          <SubjectsField
            subjects={values.semesterCategories}
            onSubjects={(subjects) => form.set("semesterCategories", subjects)}
            error={form.error("semesterCategories")}
            list={`${id}-categories`}
          />
        ) : null}
      </div>
      <DetailsFields form={form} attempt={attempt} />
      {marks ? <MarkedDetails marks={marks} /> : null}
      <datalist id={`${id}-categories`}>
        {categories.map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <datalist id={`${id}-languages`}>
        {LANGUAGES.map(names.shown)
          .toSorted(format.compare)
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
    </>
  );
}

/** The details that a source filled in; their sections are closed at first. */
function MarkedDetails({ marks }: { marks: NonNullable<RecordFieldsProps["marks"]> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = DETAIL_FIELDS.filter((field) => marks.fields.has(field)).map((field) =>
    t(`record.fields.${field}`),
  );
  if (names.length === 0) return null;
  return (
    <p className="text-sm text-subtle">
      {t("cataloguing.detailsFrom", { source: marks.source, fields: format.list(names) })}
    </p>
  );
}
