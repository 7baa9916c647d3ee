import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { daysBetween, LONGEST_RANGE_DAYS } from "./closure-ranges.ts";
import type { Closure } from "./closures-file.ts";

interface NewClosureProps {
  present: readonly Closure[];
  onAdd: (closures: Closure[]) => void;
}

/**
 * The fields for a new day or range of days. They are outside of the form, so that Enter adds it and does not save the
 * section.
 */
export function NewClosure({ present, onAdd }: NewClosureProps) {
  const { t } = useTranslation();
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);

  const days = first === "" ? [] : daysBetween(first, last === "" ? first : last);
  const known = new Set(present.map(({ date }) => date));
  // Days that are already in the list keep their reason.
  const added = (days ?? []).filter((day) => !known.has(day));
  const problems = {
    first:
      first === ""
        ? t("settings.opening.dateNeeded")
        : days !== undefined && added.length === 0
          ? t(days.length === 1 ? "settings.opening.dateTwice" : "settings.opening.datesTwice")
          : undefined,
    last:
      days !== undefined
        ? undefined
        : last < first
          ? t("settings.opening.lastTooEarly")
          : t("settings.opening.tooLong", { count: LONGEST_RANGE_DAYS }),
    name: name.trim() === "" ? t("settings.opening.nameNeeded") : undefined,
  };
  const add = () => {
    setTried(true);
    if (problems.first || problems.last || problems.name) return;
    onAdd(added.map((date) => ({ date, name: name.trim() })));
    setFirst("");
    setLast("");
    setName("");
    setTried(false);
  };
  const onEnter = (event: { key: string; preventDefault: () => void }) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  const shown = (problem: string | undefined) => (tried ? problem : undefined);
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[11rem_11rem_minmax(0,1fr)_auto]">
      <TextInput
        label={t("settings.opening.first")}
        type="date"
        optional={false}
        value={first}
        error={shown(problems.first)}
        onChange={({ target }) => setFirst(target.value)}
        onKeyDown={onEnter}
      />
      <TextInput
        label={t("settings.opening.last")}
        type="date"
        optional
        min={first}
        value={last}
        error={shown(problems.last)}
        onChange={({ target }) => setLast(target.value)}
        onKeyDown={onEnter}
      />
      <TextInput
        label={t("settings.opening.name")}
        value={name}
        error={shown(problems.name)}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onEnter}
      />
      <div className="lg:pt-6.5">
        <Button variant="secondary" onClick={add}>
          <Plus aria-hidden="true" />
          {t("settings.opening.add")}
        </Button>
      </div>
    </div>
  );
}
