import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Weekday } from "@/lib/weekdays.ts";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { WeekdayBoxes } from "@/ui/weekday-boxes.tsx";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";
import { ClosureList } from "./closure-list.tsx";
import { type Closure, type FileLine, inOrder, readClosures } from "./closures-file.ts";
import { NewClosure } from "./new-closure.tsx";

type Stored = Sections["opening-days"];

/** `/admin/settings/opening-days`: weekly closed days and dated closures. */
export default function OpeningDaysScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage
      name="opening-days"
      title={t("settings.opening.title")}
      lead={t("settings.opening.lead")}
    >
      {(stored, reload) => <OpeningForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

function valuesOf({ closedWeekdays, closures }: Stored) {
  return { closedWeekdays: closedWeekdays as Weekday[], closures };
}

function OpeningForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const section = useSectionForm({
    name: "opening-days",
    stored,
    valuesOf,
    toForm: (values: ReturnType<typeof valuesOf>) => values,
    check: ({ closedWeekdays }) => ({
      closedWeekdays: closedWeekdays.length === 7 ? "settings.opening.never" : undefined,
    }),
  });
  const { form } = section;
  const { closures } = form.values;
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      <Card>
        <WeekdayBoxes
          legend={t("settings.opening.weekly")}
          hint={t("settings.opening.weeklyHint")}
          name="closedWeekdays"
          chosen={form.values.closedWeekdays}
          error={form.error("closedWeekdays")}
          onChange={(closed) => form.set("closedWeekdays", closed)}
        />
      </Card>
      <Section
        title={t("settings.opening.dates")}
        action={
          <ImportButton
            present={closures}
            onAdd={(added) => form.set("closures", inOrder([...closures, ...added]))}
          />
        }
      >
        <NewClosure
          present={closures}
          onAdd={(added) => form.set("closures", inOrder([...closures, ...added]))}
        />
        {form.error("closures") ? (
          <p className="text-danger text-sm">{form.error("closures")}</p>
        ) : null}
        <ClosureList
          closures={closures}
          refusal={form.refusal}
          onRemove={(dates) =>
            form.set(
              "closures",
              closures.filter(({ date }) => !dates.includes(date)),
            )
          }
        />
      </Section>
    </SectionFormFrame>
  );
}

const BADGE = {
  new: "text-success",
  known: "text-muted",
  wrong: "text-danger",
} as const;

interface ImportProps {
  present: readonly Closure[];
  onAdd: (closures: Closure[]) => void;
}

/** Reads a file of closures, and shows a preview before it adds them. */
function ImportButton({ present, onAdd }: ImportProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [lines, setLines] = useState<FileLine[] | null>(null);
  const fresh = lines?.filter(({ state }) => state === "new") ?? [];
  const read = async (file: File | undefined) => {
    if (file) setLines(readClosures(await file.text(), present));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={t("settings.opening.file")}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = "";
        }}
      />
      <Button variant="secondary" onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {t("settings.opening.import")}
      </Button>
      <Dialog
        open={lines !== null}
        onOpenChange={() => setLines(null)}
        title={t("settings.opening.importTitle")}
        footer={
          <>
            <Button variant="secondary" onClick={() => setLines(null)}>
              {t("common.cancel")}
            </Button>
            <Button
              disabledReason={fresh.length === 0 ? t("settings.opening.nothingNew") : undefined}
              onClick={() => {
                onAdd(fresh.map(({ date, name }) => ({ date, name })));
                setLines(null);
              }}
            >
              {t("settings.opening.addAll", { count: fresh.length })}
            </Button>
          </>
        }
      >
        <p className="mb-4 text-md text-muted">{t("settings.opening.importText")}</p>
        {lines?.length === 0 ? <p>{t("settings.opening.emptyFile")}</p> : null}
        <ul className="flex flex-col divide-y divide-line text-md">
          {lines?.map(({ line, date, name, state }) => (
            <li key={line} className="flex items-baseline gap-3 py-2">
              <span className="tabular w-28 shrink-0">
                {state === "wrong" ? date : format.date(date)}
              </span>
              <span className="min-w-0 flex-1 break-words" dir="auto">
                {name}
              </span>
              <span className={`shrink-0 text-sm ${BADGE[state]}`}>
                {t(`settings.opening.${state}Line`)}
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
