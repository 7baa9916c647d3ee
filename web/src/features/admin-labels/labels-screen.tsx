import { Tags } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors.ts";
import { useMay } from "@/api/permissions.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAddress } from "@/lib/use-address.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { Page, PageHeader } from "@/ui/page-header.tsx";
import { Skeleton } from "@/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { storedOptions, storeOptions } from "./device-options.ts";
import {
  type Chosen,
  capacityOf,
  chosenIn,
  firstSource,
  isOfPeople,
  jobOf,
  sheetOf,
  type Values,
} from "./job.ts";
import { LabelFields } from "./label-fields.tsx";
import { Preview } from "./preview.tsx";
import { type Sheets, useSheets } from "./queries.ts";
import { SheetFields } from "./sheet-fields.tsx";
import { WhichCopies } from "./which-copies.tsx";

/** `/admin/labels`: prints labels for copies, and library cards for people that another screen has chosen. */
export default function LabelsScreen() {
  const { query } = useAddress();
  // The key remounts the screen when another screen has chosen something else.
  return <LabelsOf key={query.toString()} chosen={chosenIn(query)} />;
}

function LabelsOf({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const may = useMay();
  const sheets = useSheets();
  const ofPeople = isOfPeople(chosen);
  const title = t(ofPeople ? "labels.cardsTitle" : "labels.title");
  return (
    <Page>
      <DocumentTitle title={title} />
      <PageHeader title={title} lead={t(ofPeople ? "labels.cardsLead" : "labels.lead")} />
      {!ofPeople && !may("manage_catalogue") ? (
        <Card>
          <EmptyState
            icon={<Tags />}
            title={t("labels.choosePeople")}
            text={t("labels.choosePeopleText")}
            action={<ButtonLink to="/admin/users">{t("nav.manageUsers")}</ButtonLink>}
          />
        </Card>
      ) : sheets.data ? (
        <Printing sheets={sheets.data} chosen={chosen} />
      ) : sheets.error ? (
        <ErrorState
          title={t("labels.sheetsFailed")}
          text={messageOf(sheets.error, "")}
          onRetry={() => void sheets.refetch()}
          retrying={sheets.isFetching}
        />
      ) : (
        <div aria-busy="true" className="grid gap-8 lg:grid-cols-2">
          <Skeleton className="h-96 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </Page>
  );
}

/** The form and the preview beside it. */
function Printing({ sheets, chosen }: { sheets: Sheets; chosen: Chosen }) {
  const { t } = useTranslation();
  const what = isOfPeople(chosen) ? "cards" : "labels";
  const [values, setValues] = useState<Values>(() => ({
    ...storedOptions(what),
    source: firstSource(chosen),
    from: "",
    to: "",
    since: "",
    list: "",
    first: 1,
    outline: false,
  }));
  // A sheet that was deleted, or stored by an earlier version.
  const sheet = sheetOf(sheets, values.sheet) ?? sheets.known[0];
  if (sheet === undefined) return null;
  const current = {
    ...values,
    sheet: sheet.code,
    first: Math.min(values.first, capacityOf(sheet)),
  };
  const change = (changes: Partial<Values>) => {
    const next = { ...current, ...changes };
    setValues(next);
    storeOptions(what, next);
  };
  return (
    <div className="grid items-start gap-8 max-lg:grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="flex min-w-0 flex-col gap-8">
        {what === "cards" ? null : (
          <Section title={t("labels.which")}>
            <WhichCopies chosen={chosen} values={current} onChange={change} />
          </Section>
        )}
        <Section title={t(what === "cards" ? "labels.card" : "labels.label")}>
          <LabelFields what={what} values={current} onChange={change} />
        </Section>
        <Section title={t("labels.paper")}>
          <SheetFields sheets={sheets} sheet={sheet} values={current} onChange={change} />
        </Section>
      </div>
      <div className="lg:sticky lg:top-20">
        <Preview job={jobOf(current, chosen)} values={current} sheet={sheet} what={what} />
      </div>
    </div>
  );
}
