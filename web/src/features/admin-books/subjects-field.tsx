import { X } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { controlStyle } from "@/ui/control-style.ts";
import { Field } from "@/ui/field.tsx";
import { withSubject } from "./subjects.ts";

interface SubjectsFieldProps {
  subjects: readonly string[];
  onSubjects: (subjects: string[]) => void;
  error: string | undefined;
  /** The id of the list of suggestions. */
  list: string;
}

/**
 * A list of subjects. Enter or a comma adds the typed one, and so does leaving the field; Backspace in the empty field
 * removes the last one.
 */
export function SubjectsField({ subjects, onSubjects, error, list }: SubjectsFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const take = (text: string) => {
    setTyped("");
    const next = withSubject(subjects, text);
    if (next.length !== subjects.length) onSubjects(next);
  };
  const remove = (subject: string) => {
    onSubjects(subjects.filter((candidate) => candidate !== subject));
    input.current?.focus();
  };
  return (
    <Field
      label={t("admin.books.fields.semesterCategories")}
      hint={t("admin.books.fields.semesterCategoriesHint")}
      error={error}
      optional
    >
      {(control) => (
        <>
          {subjects.length > 0 ? (
            <ul className="flex flex-wrap gap-2">
              {subjects.map((subject) => (
                <li
                  key={subject}
                  className="inline-flex max-w-full items-center rounded-full bg-primary-soft ps-3 text-md text-on-primary-soft"
                >
                  <span className="truncate" dir="auto">
                    {subject}
                  </span>
                  <button
                    type="button"
                    aria-label={t("admin.books.fields.removeSubject", { subject })}
                    className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-surface/60 touch:size-11"
                    onClick={() => remove(subject)}
                  >
                    <X className="size-3.5" aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          <input
            {...control}
            ref={input}
            name="semesterCategories"
            list={list}
            dir="auto"
            autoComplete="off"
            value={typed}
            className={controlStyle()}
            onChange={(event) => {
              const text = event.target.value;
              if (text.endsWith(",")) take(text.slice(0, -1));
              else setTyped(text);
            }}
            onBlur={() => take(typed)}
            onKeyDown={(event) => {
              // Enter ends the composition of a word, for example in Japanese.
              if (event.nativeEvent.isComposing) return;
              if (event.key === "Enter" && typed.trim() !== "") {
                event.preventDefault();
                take(typed);
              } else if (event.key === "Backspace" && typed === "" && subjects.length > 0) {
                onSubjects(subjects.slice(0, -1));
              }
            }}
          />
        </>
      )}
    </Field>
  );
}
