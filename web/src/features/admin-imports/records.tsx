import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "@/api/errors.ts";
import { fetchFile } from "@/api/file-transfer.ts";
import { saveBlob } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { Section } from "@/ui/card.tsx";
import { TextLink } from "@/ui/link.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { type Import, type ImportRecord, useRecords } from "./queries.ts";

/** The server lists so many duplicates. */
const LISTED_DUPLICATES = 1000;

const ENDINGS = { csv: "csv", marc: "mrc", marcxml: "xml" } as const;

/** The records that are left out, with the reasons, and the way to save them. */
export function Rejected({ shown }: { shown: Import }) {
  const { t } = useTranslation();
  if (shown.rejected === 0) return null;
  return (
    <Section title={t("imports.rejected")} action={<RejectsButton shown={shown} />}>
      <p className="max-w-measure text-md text-muted">{t("imports.rejectedText")}</p>
      <Records shown={shown} kind="rejected">
        {({ errors }) =>
          errors.map(({ field, message }) => (
            <span key={`${field} ${message}`} className="block text-danger text-sm">
              {message}
            </span>
          ))
        }
      </Records>
    </Section>
  );
}

/** The records that the library has already, or that the file repeats. */
export function Duplicates({ shown }: { shown: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (shown.duplicates === 0) return null;
  return (
    <Section title={t("imports.duplicates")}>
      <p className="max-w-measure text-md text-muted">
        {t(`imports.kinds.${shown.kind}.duplicatesText`)}
        {shown.duplicates > LISTED_DUPLICATES
          ? ` ${t("imports.duplicatesListed", { number: format.count(LISTED_DUPLICATES) })}`
          : ""}
      </p>
      <Records shown={shown} kind="duplicate">
        {({ book, user }) =>
          shown.kind === "users" ? (
            <KnownPerson user={user} />
          ) : shown.kind === "books" ? (
            <InLibrary book={book} />
          ) : null
        }
      </Records>
    </Section>
  );
}

/** What a record says besides its title or name. */
function Facts({ facts }: { facts: readonly (string | null)[] }) {
  const known = facts.filter((fact) => fact !== null && fact !== "");
  return known.map((fact, place) => (
    <span key={fact} className="text-muted text-sm">
      {place > 0 ? " · " : ""}
      <bdi>{fact}</bdi>
    </span>
  ));
}

/** The book of the library beside a record of the file. */
function InLibrary({ book }: Pick<ImportRecord, "book">) {
  const { t } = useTranslation();
  const format = useFormat();
  if (book === null) return <span className="block text-muted text-sm">{t("imports.twice")}</span>;
  return (
    <span className="mt-0.5 block text-sm">
      <span className="text-subtle">{t("imports.inLibrary")}:</span>{" "}
      <TextLink to={pathTo("/books/:id", { id: book._id })}>
        <span dir="auto">{book.title}</span>
      </TextLink>{" "}
      <Facts facts={[book.author, book.isbn]} />{" "}
      <span className="text-muted">
        ·{" "}
        {t("imports.copiesOf", { count: book.totalCopies, number: format.count(book.totalCopies) })}
      </span>
    </span>
  );
}

/** The person of the library beside a record of the file; none after the account was erased. */
function KnownPerson({ user }: Pick<ImportRecord, "user">) {
  const { t } = useTranslation();
  if (user === null) return null;
  return (
    <span className="mt-0.5 block text-sm">
      <span className="text-subtle">{t("imports.inLibrary")}:</span>{" "}
      <TextLink to={pathTo("/admin/users", { user: user._id })}>
        <span dir="auto">{user.name}</span>
      </TextLink>{" "}
      <Facts facts={[user.email, user.studentId]} />
    </span>
  );
}

interface RecordsProps {
  shown: Import;
  kind: "rejected" | "duplicate";
  /** What is shown below a record. */
  children: (record: ImportRecord) => ReactNode;
}

function Records({ shown, kind, children }: RecordsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const records = useRecords(shown, kind);
  if (records.isPending) return <Skeleton className="h-32 w-full" />;
  if (!records.data) {
    return (
      <ErrorState
        compact
        title={t("imports.recordsFailed")}
        text={messageOf(records.error, "")}
        onRetry={() => void records.refetch()}
        retrying={records.isFetching}
      />
    );
  }
  return (
    <>
      <ul
        aria-label={t(kind === "rejected" ? "imports.rejected" : "imports.duplicates")}
        className="divide-y divide-line rounded-card border border-line bg-surface text-md"
      >
        {records.data.pages.flat().map((record) => (
          <li key={record.number} className="flex items-start gap-3 px-4 py-2.5">
            <span className="tabular w-24 shrink-0 text-sm text-subtle">
              {record.line === null
                ? t("imports.record", { number: format.count(record.number) })
                : t("imports.line", { number: format.count(record.line) })}
            </span>
            <span className="min-w-0 flex-1 break-words">
              <span dir="auto" className="font-medium">
                {record.label || t("imports.unreadable")}
              </span>{" "}
              <Facts facts={[record.detail, record.identifier]} />
              {children(record)}
            </span>
          </li>
        ))}
      </ul>
      {records.hasNextPage ? (
        <div>
          <Button
            variant="secondary"
            pending={records.isFetchingNextPage}
            onClick={() => void records.fetchNextPage()}
          >
            {t("imports.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Saves the rejected records in the format in which they came. */
function RejectsButton({ shown }: { shown: Import }) {
  const { t } = useTranslation();
  const { _id: id, name, format } = shown;
  const download = useAction(
    {
      mutateAsync: async () => fetchFile("/imports/{id}/rejects", { path: { id } }),
    },
    {
      done: (blob) => {
        const stem = name.replace(/\.[^.]*$/, "");
        saveBlob(`rejects-${stem}.${ENDINGS[format]}`, blob);
        return null;
      },
      failed: t("imports.rejectsFailed"),
    },
  );
  return (
    <Button variant="secondary" pending={download.pending} onClick={() => void download.run()}>
      <Download aria-hidden="true" />
      {t("imports.rejects")}
    </Button>
  );
}
