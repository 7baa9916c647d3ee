import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { shownHeading, storedHeading } from "@/parts/books/headings.ts";
import { SuggestInput } from "@/ui/suggest-input.tsx";
import { BulkEditDialog } from "../bulk-edit/bulk-edit-dialog.tsx";
import { type HeadingKind, useHeadings } from "./queries.ts";

/** The number of names that are offered. */
const OFFERED = 8;

export interface RenameDialogProps {
  open: boolean;
  onClose: () => void;
  kind: HeadingKind;
  /** The present names. Several become one. */
  names: readonly string[];
  /** Whether the subjects are taken from all books instead. */
  removes: boolean;
}

/** Gives categories or subjects another name in all books that have them, or removes subjects. */
export default function RenameDialog({ open, onClose, kind, names, removes }: RenameDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(() => shownHeading(names[0] ?? ""));
  const name = kind === "subject" ? storedHeading(typed) : typed.trim();
  const isSeveral = names.length > 1;
  const act = isSeveral ? "join" : "rename";
  const reason = () => {
    if (removes) return undefined;
    if (name === "") return t("headings.nameFirst");
    return names.every((one) => one === name) ? t("headings.sameName") : undefined;
  };
  return (
    <BulkEditDialog
      open={open}
      onClose={onClose}
      title={t(removes ? "headings.titles.subject.remove" : `headings.titles.${kind}.${act}`, {
        count: names.length,
      })}
      description={t(removes ? "headings.texts.subject.remove" : `headings.texts.${kind}.${act}`)}
      chosen="named"
      changes={{ rename: { kind, from: [...names], to: removes ? null : name } }}
      disabledReason={reason()}
    >
      {(errors) => (
        // The names that are offered need space below the field.
        <div className={`flex flex-col gap-5 ${removes ? "" : "min-h-80"}`}>
          {isSeveral || removes ? (
            <ul className="flex flex-wrap gap-2" aria-label={t("headings.chosen")}>
              {names.map((one) => (
                <li
                  key={one}
                  className="max-w-full truncate rounded-full bg-primary-soft px-3 py-1 text-md text-on-primary-soft"
                >
                  <bdi>{shownHeading(one)}</bdi>
                </li>
              ))}
            </ul>
          ) : null}
          {removes ? null : (
            <NewName kind={kind} value={typed} onValue={setTyped} error={errors.to} />
          )}
          {errors.from ? <p className="text-danger text-sm">{errors.from}</p> : null}
        </div>
      )}
    </BulkEditDialog>
  );
}

interface NewNameProps {
  kind: HeadingKind;
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}

/** The new name, with those in use that it may mean. */
function NewName({ kind, value, onValue, error }: NewNameProps) {
  const { t } = useTranslation();
  const search = kind === "subject" ? storedHeading(value) : value.trim();
  const known = useHeadings({ kind, search, sort: "books", page: 1, limit: OFFERED });
  return (
    <SuggestInput
      label={t("headings.newName")}
      error={error}
      value={value}
      onValue={onValue}
      suggestions={(known.data?.data ?? []).map((one) => shownHeading(one.name))}
      announce={(count) => t("headings.offered", { count })}
    />
  );
}
