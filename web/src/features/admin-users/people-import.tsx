import { Download, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import { saveFile, toCsv } from "@/lib/csv.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { useAddress } from "@/lib/use-address.ts";
import { useOpenings } from "@/lib/use-openings.ts";
import { useUnsaved } from "@/lib/use-unsaved.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Badge } from "@/ui/badge.tsx";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { AlertDialog, SidePanel } from "@/ui/dialog.tsx";
import { TextLink } from "@/ui/link.tsx";
import {
  changedField,
  type ImportLine,
  linkRows,
  type PeopleImport,
  rejectRows,
  shownLines,
  templateRows,
} from "./import-lines.ts";
import { useImportPeople, usePreviewImport } from "./queries.ts";

/** The maximum number of lines of a file that are shown. */
const SHOWN = 100;

/**
 * Imports people from a file. A preview shows the result of each line first.
 * The address records that it is open; each opening starts empty.
 */
export default function PeopleImportPanel() {
  const { t } = useTranslation();
  const address = useAddress();
  const open = address.query.get("edit") === "import";
  const openings = useOpenings(open);
  return (
    <SidePanel
      width="lg"
      open={open}
      onOpenChange={(next) => {
        if (!next) address.change({ edit: null });
      }}
      title={t("admin.users.import.title")}
      description={t("admin.users.import.lead")}
    >
      <Steps key={openings} onDone={() => address.change({ edit: null })} />
    </SidePanel>
  );
}

function Steps({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState("");
  const may = useMay();
  const mayLink = may("make_password_links");
  const [links, setLinks] = useState(mayLink);
  const [keepExisting, setKeepExisting] = useState(false);
  const preview = usePreviewImport();
  // Kept while a preview of the same file with another option loads.
  const [shown, setShown] = useState<PeopleImport>();
  const imported = useImportPeople();
  const action = useAction(imported, {
    failed: t("admin.users.import.failed"),
    shows: "problem",
  });
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const text = await chosen.text();
    setFile(text);
    setShown(undefined);
    action.reset();
    preview.mutate({ file: text, keepExisting });
  };
  const keep = (kept: boolean) => {
    setKeepExisting(kept);
    setShown(preview.data);
    action.reset();
    preview.mutate({ file, keepExisting: kept });
  };
  const problem =
    action.problem ??
    (preview.error ? messageOf(preview.error, t("admin.users.import.failed")) : null);
  if (imported.data) return <Done result={imported.data} onDone={onDone} />;
  const result = preview.data ?? shown;
  const effects = result ? result.new + result.changed : 0;
  return (
    <div className="flex flex-col gap-6">
      <p className="text-md text-muted">{t("admin.users.import.columns")}</p>
      {may("manage_catalogue") ? (
        <p className="text-md">
          <TextLink to={pathTo("/admin/imports", { kind: "users" })}>
            {t("admin.users.import.large")}
          </TextLink>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,text/csv,text/tab-separated-values,text/plain"
          aria-label={t("admin.users.import.file")}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            target.value = "";
          }}
        />
        <Button
          variant={effects > 0 ? "secondary" : "primary"}
          pending={preview.isPending}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden="true" />
          {t(result ? "admin.users.import.another" : "admin.users.import.choose")}
        </Button>
        <Button
          variant="ghost"
          onClick={() =>
            saveFile(t("admin.users.import.templateFile"), toCsv(templateRows(t)), "text/csv")
          }
        >
          <Download aria-hidden="true" />
          {t("admin.users.import.template")}
        </Button>
      </div>
      {problem ? (
        <Banner tone="danger" focus>
          {problem}
        </Banner>
      ) : null}
      <LiveRegion>
        {result
          ? format.list([
              t("admin.users.import.wouldCome", { count: result.new }),
              ...(result.changed > 0
                ? [t("admin.users.import.wouldChange", { count: result.changed })]
                : []),
            ])
          : ""}
      </LiveRegion>
      {result ? (
        <>
          <Counts result={result} />
          {result.ignored.length > 0 ? (
            <Banner tone="info">
              {t("admin.users.import.ignored", { columns: result.ignored.join(", ") })}
            </Banner>
          ) : null}
          {result.wrong > 0 ? (
            <>
              <Banner tone="warning">{t("admin.users.import.wrongText")}</Banner>
              <div>
                <RejectsButton result={result} />
              </div>
            </>
          ) : null}
          <Lines result={result} />
          {result.changed > 0 || keepExisting ? (
            <Checkbox
              label={t("admin.users.import.keepExisting")}
              hint={t("admin.users.import.keepExistingHint")}
              checked={keepExisting}
              onChange={({ target }) => keep(target.checked)}
            />
          ) : null}
          {effects > 0 ? (
            <div className="flex flex-col gap-5 border-line border-t pt-5">
              {mayLink && result.new > 0 ? (
                <Checkbox
                  label={t("admin.users.import.links")}
                  hint={t("admin.users.import.linksHint")}
                  checked={links}
                  onChange={({ target }) => setLinks(target.checked)}
                />
              ) : null}
              <div>
                <Button
                  pending={action.pending || preview.isPending}
                  onClick={() =>
                    void action.run({ file, links: links && result.new > 0, keepExisting })
                  }
                >
                  {t("admin.users.import.confirm", {
                    count: effects,
                    number: format.count(effects),
                  })}
                </Button>
              </div>
            </div>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

const FATES = ["new", "changed", "unchanged", "wrong"] as const;
const TONES = { new: "success", changed: "info", unchanged: "neutral", wrong: "danger" } as const;

function Counts({ result }: { result: PeopleImport }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className="grid grid-cols-2 gap-y-3 rounded-card border border-line py-3 sm:grid-cols-4 sm:divide-x sm:divide-line">
      {FATES.map((fate) => (
        <div key={fate} className="flex flex-col-reverse justify-end px-4">
          <dt className="text-muted text-sm">{t(`admin.users.import.${fate}`)}</dt>
          <dd
            className={`tabular font-semibold font-serif text-xl ${fate === "wrong" && result.wrong > 0 ? "text-danger" : ""}`}
          >
            {format.count(result[fate])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The lines of the file, invalid ones first. */
function Lines({ result }: { result: PeopleImport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const lines = shownLines(result.lines, SHOWN);
  const more = result.lines.length - lines.length;
  return (
    <div className="flex flex-col gap-3">
      <ul
        aria-label={t("admin.users.import.lines")}
        className="divide-y divide-line rounded-card border border-line text-md"
      >
        {lines.map(({ line, name, email, fate, changes, errors }) => (
          <li key={line} className="flex items-start gap-3 px-4 py-2.5">
            <span className="tabular w-12 shrink-0 text-sm text-subtle">
              {t("admin.users.import.line", { line: format.count(line) })}
            </span>
            <span className="min-w-0 flex-1 break-words" dir="auto">
              {name || t("common.notAvailable")} <span className="text-muted text-sm">{email}</span>
              <Changes changes={changes} />
              {errors.map(({ field, message }) => (
                <span key={`${field} ${message}`} className="block text-danger text-sm">
                  {message}
                </span>
              ))}
            </span>
            <Badge tone={TONES[fate]}>{t(`admin.users.import.${fate}Line`)}</Badge>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="text-muted text-sm">
          {t("admin.users.import.more", { count: more, number: format.count(more) })}
        </p>
      ) : null}
    </div>
  );
}

/** The changes of an existing person by a line: the old and the new value of each field. */
function Changes({ changes }: Pick<ImportLine, "changes">) {
  const { t } = useTranslation();
  return changes.map(({ field, before, after }) => (
    <span key={field} className="block text-sm">
      <span className="text-muted">{t(`admin.users.${changedField(field)}`)}:</span>{" "}
      {before === null ? null : (
        <>
          <del className="text-subtle" dir="auto">
            {before}
          </del>{" "}
        </>
      )}
      <ins className="font-medium no-underline" dir="auto">
        {after}
      </ins>
    </span>
  ));
}

/** Saves the invalid lines as a file, to be corrected. */
function RejectsButton({ result }: { result: PeopleImport }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Button
      variant="secondary"
      onClick={() =>
        saveFile(
          `${t("admin.users.import.rejectsFile")}-${format.today()}.csv`,
          toCsv(rejectRows(result, t("admin.users.import.errors"))),
          "text/csv",
        )
      }
    >
      <Download aria-hidden="true" />
      {t("admin.users.import.rejects")}
    </Button>
  );
}

/** The result with the links, which are shown only once. */
function Done({ result, onDone }: { result: PeopleImport; onDone: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = linkRows(result.lines, location.origin);
  const [saved, setSaved] = useState(false);
  // Closing the panel would lose the links, which cannot be shown again.
  const unsaved = useUnsaved(rows.length > 0 && !saved, "edit");
  const save = () => {
    const heading = [
      t("admin.users.name"),
      t("admin.users.email"),
      t("admin.users.passwordLinkLabel"),
    ];
    saveFile(
      `${t("admin.users.import.linksFile")}-${format.today()}.csv`,
      toCsv([heading, ...rows]),
      "text/csv",
    );
    setSaved(true);
  };
  return (
    <div className="flex flex-col gap-6">
      <Banner tone="success" focus>
        {t("admin.users.import.done", { count: result.new, number: format.count(result.new) })}
        {result.changed > 0
          ? ` ${t("admin.users.import.doneChanged", { count: result.changed, number: format.count(result.changed) })}`
          : ""}
      </Banner>
      {rows.length > 0 ? (
        <div className="flex flex-col items-start gap-3">
          <p className="text-md">{t("admin.users.import.linksOnce")}</p>
          <Button onClick={save}>
            <Download aria-hidden="true" />
            {t("admin.users.import.linksSave")}
          </Button>
        </div>
      ) : null}
      {result.wrong > 0 ? (
        <div className="flex flex-col items-start gap-3">
          <p className="text-md">
            {t("admin.users.import.left", {
              count: result.wrong,
              number: format.count(result.wrong),
            })}
          </p>
          <RejectsButton result={result} />
        </div>
      ) : null}
      <div>
        <Button variant={rows.length > 0 && !saved ? "ghost" : "secondary"} onClick={onDone}>
          {t("common.close")}
        </Button>
      </div>
      <AlertDialog
        open={unsaved.asking}
        onOpenChange={(next) => {
          if (!next) unsaved.stay();
        }}
        title={t("admin.users.import.linksUnsaved")}
        text={t("admin.users.import.linksUnsavedText")}
        confirm={t("admin.users.import.linksDiscard")}
        onConfirm={unsaved.discard}
      />
    </div>
  );
}
