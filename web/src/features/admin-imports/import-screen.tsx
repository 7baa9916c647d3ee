import { ChevronLeft, Tags } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { messageOf } from "@/api/errors.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { pathTo } from "@/lib/screens/path.ts";
import { LiveRegion } from "@/ui/announce.tsx";
import { Banner } from "@/ui/banner.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Link } from "@/ui/link.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { Columns } from "./columns.tsx";
import { Commit } from "./commit.tsx";
import { Counts } from "./counts.tsx";
import { ActButton } from "./import-acts.tsx";
import { type Import, isWorking, useImport } from "./queries.ts";
import { Duplicates, Rejected } from "./records.tsx";
import { StateBadge } from "./state-badge.tsx";
import { Work } from "./work.tsx";

/** One import: the result of its check, the columns of a table, and its progress. */
export default function ImportScreen() {
  const { id = "" } = useParams();
  // The key remounts the screen for another import, so that it keeps no state.
  return <ImportById key={id} id={id} />;
}

function ImportById({ id }: { id: string }) {
  const { t } = useTranslation();
  const found = useImport(id);
  if (found.data) return <ImportPage shown={found.data} />;
  return (
    <Page>
      <DocumentTitle title={t("imports.title")} />
      {found.error ? (
        <ErrorState
          headingLevel={1}
          title={t("imports.notFound")}
          text={messageOf(found.error, "")}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : (
        <>
          <PageHeader title={t("imports.title")} />
          <div aria-busy="true">
            <Skeleton className="h-40 w-full" />
          </div>
        </>
      )}
    </Page>
  );
}

function ImportPage({ shown }: { shown: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const kind = t(`imports.kinds.${shown.kind}.name`);
  const fileFormat = t(`imports.formatNames.${shown.format}`);
  const name = shown.name || kind;
  const isBegun = shown.hasBegun;
  const canMap = shown.state === "ready" || (shown.state === "failed" && !isBegun);
  return (
    <Page>
      <DocumentTitle title={name} />
      <div className="flex flex-col gap-4">
        <Link
          to="/admin/imports"
          className="-ms-1 inline-flex min-h-9 items-center gap-1 self-start rounded-control pe-2 font-medium text-md text-muted hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
          {t("imports.all")}
        </Link>
        <PageHeader
          title={name}
          lead={
            <>
              <span>{kind}</span> · <span>{fileFormat}</span> ·{" "}
              <span>{format.dateTime(shown.createdAt)}</span>
            </>
          }
          actions={<StateBadge state={shown.state} valid={shown.valid} />}
        />
      </div>
      <LiveRegion>{t(`imports.states.${shown.state}`)}</LiveRegion>
      {isWorking(shown) ? <Work shown={shown} /> : <Outcome shown={shown} />}
      {shown.state === "checking" || shown.read === 0 ? null : (
        <Section title={t("imports.result")}>
          <Counts shown={shown} />
        </Section>
      )}
      {canMap ? <Preparation key={shown.updatedAt} shown={shown} /> : null}
      {isWorking(shown) ? null : (
        <>
          <Rejected shown={shown} />
          <Duplicates shown={shown} />
        </>
      )}
    </Page>
  );
}

/** The start of the import, and how its file is read. A change of that must be checked before the start. */
function Preparation({ shown }: { shown: Import }) {
  const [isChanged, setIsChanged] = useState(false);
  return (
    <>
      {shown.state === "ready" ? <Commit shown={shown} isChanged={isChanged} /> : null}
      <Columns shown={shown} onChanged={() => setIsChanged(true)} />
    </>
  );
}

/** Where the records of an import are shown. */
const RESULTS = {
  books: pathTo("/books", { sort: "createdAt" }),
  users: "/admin/users",
  loans: "/admin/borrowings",
  fines: "/admin/users",
} as const satisfies Record<Import["kind"], string>;

/** What has become of an import on which the server does not work, and what can be done now. */
function Outcome({ shown }: { shown: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, hasBegun } = shown;
  const tone = { done: "success", failed: "danger", paused: "warning" } as const;
  if (state === "ready") return null;
  const kept =
    shown.kept > 0
      ? ` ${t(`imports.kinds.${shown.kind}.kept`, { count: shown.kept, number: format.count(shown.kept) })}`
      : "";
  const words =
    state === "failed"
      ? t(`imports.problems.${shown.problem ?? "internal"}`)
      : `${t(`imports.${state as "done" | "undone" | "cancelled" | "paused"}`)}${kept}`;
  return (
    <div className="flex flex-col gap-4">
      <Banner tone={state in tone ? tone[state as keyof typeof tone] : "info"}>{words}</Banner>
      <div className="flex flex-wrap gap-3">
        {state === "paused" || (state === "failed" && hasBegun) ? (
          <ActButton shown={shown} act="resume" />
        ) : null}
        {state === "paused" ? <ActButton shown={shown} act="cancel" /> : null}
        {state === "done" ? (
          <ButtonLink to={RESULTS[shown.kind]}>{t(`imports.kinds.${shown.kind}.show`)}</ButtonLink>
        ) : null}
        {state === "done" && shown.copies > 0 ? (
          <ButtonLink variant="secondary" to={pathTo("/admin/labels", { import: shown._id })}>
            <Tags aria-hidden="true" />
            {t("imports.printLabels")}
          </ButtonLink>
        ) : null}
        {hasBegun && (state === "done" || state === "failed" || state === "cancelled") ? (
          <ActButton shown={shown} act="undo" />
        ) : null}
        {state === "paused" ? null : (
          <ButtonLink variant="ghost" to="/admin/imports">
            {t("imports.another")}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
