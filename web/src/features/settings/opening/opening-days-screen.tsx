import { Plus, Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import type { Weekday } from "@/lib/weekdays.ts";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { Dialog } from "@/ui/dialog.tsx";
import { IconButton } from "@/ui/icon-button.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { WeekdayBoxes } from "@/ui/weekday-boxes.tsx";
import type { Sections } from "../queries.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm } from "../use-section-form.ts";
import { type Closure, type FileLine, inOrder, readClosures } from "./closures-file.ts";

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
          onAdd={(closure) => form.set("closures", inOrder([...closures, closure]))}
        />
        {form.error("closures") ? (
          <p className="text-danger text-sm">{form.error("closures")}</p>
        ) : null}
        <ClosureList
          closures={closures}
          refusal={form.refusal}
          onRemove={(date) =>
            form.set(
              "closures",
              closures.filter((closure) => closure.date !== date),
            )
          }
        />
      </Section>
    </SectionFormFrame>
  );
}

interface ClosureListProps {
  closures: readonly Closure[];
  refusal: (path: string) => string | undefined;
  onRemove: (date: string) => void;
}

function ClosureList({ closures, refusal, onRemove }: ClosureListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (closures.length === 0) return <p className="text-muted">{t("settings.opening.none")}</p>;
  return (
    <Card flush>
      <ul className="flex flex-col divide-y divide-line">
        {closures.map(({ date, name }, place) => {
          const refused = refusal(`closures.${place}.date`) ?? refusal(`closures.${place}.name`);
          return (
            <li key={date} className="flex min-h-12 items-center gap-4 px-4 py-1.5 sm:px-5">
              <span className="tabular w-28 shrink-0 text-md text-muted">{format.date(date)}</span>
              <span className="min-w-0 flex-1" dir="auto">
                {name}
                {refused ? <span className="block text-danger text-sm">{refused}</span> : null}
              </span>
              <IconButton
                label={t("settings.opening.remove", { date: format.date(date), name })}
                onClick={() => onRemove(date)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

interface AddProps {
  present: readonly Closure[];
  onAdd: (closure: Closure) => void;
}

/** A day to add. It is part of no form: Enter must add it and not save the section. */
function NewClosure({ present, onAdd }: AddProps) {
  const { t } = useTranslation();
  const [date, setDate] = useState("");
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const twice = present.some((closure) => closure.date === date);
  const dateProblem = date === "" ? "settings.opening.dateNeeded" : "settings.opening.dateTwice";
  const add = () => {
    setTried(true);
    if (date === "" || twice || name.trim() === "") return;
    onAdd({ date, name: name.trim() });
    setDate("");
    setName("");
    setTried(false);
  };
  const onEnter = (event: { key: string; preventDefault: () => void }) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <TextInput
        label={t("settings.opening.date")}
        type="date"
        optional={false}
        value={date}
        error={tried && (date === "" || twice) ? t(dateProblem) : undefined}
        onChange={({ target }) => setDate(target.value)}
        onKeyDown={onEnter}
      />
      <TextInput
        label={t("settings.opening.name")}
        value={name}
        error={tried && name.trim() === "" ? t("settings.opening.nameNeeded") : undefined}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onEnter}
      />
      <div className="sm:pt-6.5">
        <Button variant="secondary" onClick={add}>
          <Plus aria-hidden="true" />
          {t("settings.opening.add")}
        </Button>
      </div>
    </div>
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
