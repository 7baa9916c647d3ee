import { useTranslation } from "@/lib/i18n/index.ts";
import type { SourceAnswer } from "./queries.ts";

/** What each source answered that is turned on. */
export function SourceAnswers({ answers }: { answers: readonly SourceAnswer[] }) {
  const { t } = useTranslation();
  const asked = answers.filter(({ state }) => state !== "off");
  if (asked.length === 0) return null;
  return (
    <ul aria-label={t("addByIsbn.sources")} className="flex flex-col gap-1 text-muted text-sm">
      {asked.map(({ name, state, problem }) => (
        <li key={name} className="break-words">
          <span className="font-medium text-ink" dir="auto">
            {name}
          </span>
          {": "}
          {state === "found"
            ? t("addByIsbn.states.found")
            : problem
              ? t(`addByIsbn.problems.${problem.code}`, { detail: problem.detail ?? "" })
              : t("addByIsbn.states.nothing")}
        </li>
      ))}
    </ul>
  );
}
