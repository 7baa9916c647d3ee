import { useEffect, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Form } from "@/lib/use-form.ts";
import { shownHeading } from "@/parts/books/headings.ts";
import { ROLES, roleName, storedRole } from "@/parts/books/roles.ts";
import { Select } from "@/ui/select.tsx";
import { SuggestInput } from "@/ui/suggest-input.tsx";
import { TextArea, TextInput } from "@/ui/text-input.tsx";
import type { BookValues } from "./book-form.ts";
import {
  type ContributorRow,
  countOf,
  type DetailField,
  type DetailsValues,
  detailsProblems,
  IDENTIFIER_KINDS,
  type ListField,
  type SubjectRow,
} from "./details-form.ts";
import { FormSection } from "./form-section.tsx";
import { ListEditor, type RowFields } from "./list-editor.tsx";
import { useSubjectsLike } from "./queries.ts";

interface DetailsFieldsProps {
  form: Form<BookValues>;
  /** Changes with each attempt to send the form. */
  attempt: number;
}

/** The sections of the form of a book, and the fields of each. */
const SECTIONS = {
  people: ["contributors", "subjects"],
  numbers: ["series", "otherTitles", "identifiers", "callNumber"],
  notes: ["audience", "readingLevel", "notes", "contents", "links"],
} as const satisfies Record<string, readonly DetailField[]>;

/** People, subjects, series, numbers, notes and links of a book, in sections that open. */
export function DetailsFields({ form, attempt }: DetailsFieldsProps) {
  const { t } = useTranslation();
  const problems = detailsProblems(form.values);
  const section = (name: keyof typeof SECTIONS) => ({
    title: t(`cataloguing.sections.${name}`),
    count: countOf(SECTIONS[name], form.values),
    hasError: SECTIONS[name].some((field) => form.error(field) !== undefined),
    attempt,
  });
  const list = <F extends ListField>(field: F) => ({
    field,
    label: t(`record.fields.${field}`),
    add: t(`cataloguing.${field}.add`),
    rows: form.values[field] as DetailsValues[F],
    onRows: (rows: DetailsValues[F]) => form.fill({ [field]: rows }),
    error: form.error(field),
    problem: problems[field],
  });
  const named = (field: ListField) => (text: string, number: number) =>
    text.trim() || t(`cataloguing.${field}.row`, { number });
  return (
    <div className="border-line border-b">
      <FormSection {...section("people")}>
        <ListEditor
          {...list("contributors")}
          labelled
          hint={t("cataloguing.contributors.hint")}
          nameOf={({ name }, number) => named("contributors")(name, number)}
          ordered
        >
          {(fields) => <ContributorFields {...fields} />}
        </ListEditor>
        <ListEditor
          {...list("subjects")}
          hint={t("cataloguing.subjects.hint")}
          nameOf={({ heading }, number) => named("subjects")(heading, number)}
        >
          {(fields) => <SubjectField {...fields} />}
        </ListEditor>
      </FormSection>
      <FormSection {...section("numbers")}>
        <ListEditor
          {...list("series")}
          labelled
          nameOf={({ title }, number) => named("series")(title, number)}
        >
          {({ row, change, hideLabel, name, error }) => (
            <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_7rem]">
              <TextInput
                label={t("cataloguing.series.title")}
                unmarked
                autoComplete="off"
                hideLabel={hideLabel}
                name={name}
                value={row.title}
                error={error("title")}
                onChange={({ target }) => change({ title: target.value })}
              />
              <TextInput
                label={t("cataloguing.series.volume")}
                unmarked
                autoComplete="off"
                hideLabel={hideLabel}
                value={row.volume}
                error={error("volume")}
                onChange={({ target }) => change({ volume: target.value })}
              />
            </div>
          )}
        </ListEditor>
        <ListEditor
          {...list("otherTitles")}
          hint={t("cataloguing.otherTitles.hint")}
          nameOf={({ title }, number) => named("otherTitles")(title, number)}
        >
          {({ row, change, name, error }) => (
            <TextInput
              label={t("cataloguing.otherTitles.title")}
              unmarked
              autoComplete="off"
              hideLabel
              name={name}
              value={row.title}
              error={error("title")}
              onChange={({ target }) => change({ title: target.value })}
            />
          )}
        </ListEditor>
        <ListEditor
          {...list("identifiers")}
          labelled
          hint={t("cataloguing.identifiers.hint")}
          nameOf={({ value }, number) => named("identifiers")(value, number)}
        >
          {({ row, change, hideLabel, name, error }) => (
            <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-start gap-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <Select
                label={t("cataloguing.identifiers.kind")}
                hideLabel={hideLabel}
                value={row.kind}
                options={IDENTIFIER_KINDS.map((value) => ({
                  value,
                  label: t(`record.kinds.${value}`),
                }))}
                onValueChange={(kind) => change({ kind })}
              />
              <TextInput
                label={t("cataloguing.identifiers.value")}
                unmarked
                autoComplete="off"
                hideLabel={hideLabel}
                name={name}
                value={row.value}
                error={error("value")}
                onChange={({ target }) => change({ value: target.value })}
              />
            </div>
          )}
        </ListEditor>
        <TextInput
          label={t("record.fields.callNumber")}
          hint={t("cataloguing.callNumberHint")}
          optional
          autoComplete="off"
          {...form.text("callNumber")}
        />
      </FormSection>
      <FormSection {...section("notes")}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextInput
            label={t("record.fields.audience")}
            hint={t("cataloguing.audienceHint")}
            optional
            {...form.text("audience")}
          />
          <TextInput
            label={t("record.fields.readingLevel")}
            hint={t("cataloguing.readingLevelHint")}
            optional
            {...form.text("readingLevel")}
          />
        </div>
        <TextArea label={t("record.fields.notes")} optional rows={4} {...form.text("notes")} />
        <TextArea
          label={t("record.fields.contents")}
          hint={t("cataloguing.contentsHint")}
          optional
          rows={6}
          {...form.text("contents")}
        />
        <ListEditor
          {...list("links")}
          labelled
          nameOf={({ label, address }, number) => named("links")(label || address, number)}
        >
          {({ row, change, hideLabel, name, error }) => (
            <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
              <TextInput
                label={t("cataloguing.links.address")}
                unmarked
                inputMode="url"
                autoComplete="off"
                hideLabel={hideLabel}
                name={name}
                value={row.address}
                error={error("address")}
                onChange={({ target }) => change({ address: target.value })}
              />
              <TextInput
                label={t("cataloguing.links.label")}
                unmarked
                autoComplete="off"
                hideLabel={hideLabel}
                value={row.label}
                error={error("label")}
                onChange={({ target }) => change({ label: target.value })}
              />
            </div>
          )}
        </ListEditor>
      </FormSection>
    </div>
  );
}

function ContributorFields({ row, change, hideLabel, name, error }: RowFields<ContributorRow>) {
  const { t } = useTranslation();
  const role = roleName(row.role, t);
  const typed = row.role.trim().toLowerCase();
  const isKnown = ROLES.some((one) => one === row.role);
  const names = ROLES.map((one) => roleName(one, t));
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <TextInput
        label={t("cataloguing.contributors.name")}
        unmarked
        autoComplete="off"
        hideLabel={hideLabel}
        name={name}
        value={row.name}
        error={error("name")}
        onChange={({ target }) => change({ name: target.value })}
      />
      <SuggestInput
        label={t("cataloguing.contributors.role")}
        hideLabel={hideLabel}
        placeholder={t("record.roles.author")}
        value={role}
        error={error("role")}
        onValue={(text) => change({ role: storedRole(text, t) })}
        suggestions={
          isKnown ? names : names.filter((one) => one.toLocaleLowerCase().includes(typed))
        }
        announce={(count) => t("cataloguing.suggestions", { count })}
      />
    </div>
  );
}

/** Milliseconds without a keystroke before subjects are looked up. */
const PAUSE_MS = 250;

function SubjectField({ row, change, name, error }: RowFields<SubjectRow>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState("");
  const found = useSubjectsLike(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SuggestInput
      label={t("cataloguing.subjects.heading")}
      hideLabel
      name={name}
      value={row.heading}
      error={error("heading")}
      onValue={(heading) => {
        change({ heading });
        setTyped(heading);
      }}
      suggestions={typed.trim() === "" ? [] : (found.data ?? []).map(shownHeading)}
      announce={(count) => t("cataloguing.suggestions", { count })}
    />
  );
}
