import { CircleCheck, CircleDashed } from "lucide-react";
import { useState } from "react";
import { useLibrary } from "@/api/queries/library.ts";
import { useLibraryRules } from "@/api/queries/pages.ts";
import type { Shape } from "@/api/shapes.ts";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { Button } from "@/ui/button.tsx";
import { Card, Section } from "@/ui/card.tsx";
import { LinkRow, LinkRows } from "@/ui/link-row.tsx";
import { FIRST_STEPS } from "./first-steps.ts";

/** The key in local storage of an administrator who has hidden the first steps. */
const KEY = "firstStepsHidden";

/**
 * The first steps of a new library. Each is marked as done from the data of the library; the card disappears after the
 * last one.
 */
export default function FirstStepsCard({ stats }: { stats: Shape<"Stats"> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const library = useLibrary();
  const rules = useLibraryRules();
  const [hidden, setHidden] = useState(() => localStorage.getItem(KEY) !== null);
  if (hidden || !rules.data) return null;
  const beginnings = { stats, library, rules: rules.data };
  const done = FIRST_STEPS.filter((step) => step.isDone(beginnings)).length;
  if (done === FIRST_STEPS.length) return null;
  const hide = () => {
    localStorage.setItem(KEY, "yes");
    setHidden(true);
  };
  return (
    <Section
      title={t("admin.firstSteps.title")}
      action={
        <div className="flex items-center gap-3">
          <p className="text-muted text-sm">
            {t("admin.firstSteps.done", {
              count: done,
              number: format.count(done),
              all: format.count(FIRST_STEPS.length),
            })}
          </p>
          <Button variant="ghost" size="sm" onClick={hide}>
            {t("admin.firstSteps.hide")}
          </Button>
        </div>
      }
    >
      <Card flush>
        <LinkRows>
          {FIRST_STEPS.map((step) => {
            const isDone = step.isDone(beginnings);
            return (
              <LinkRow
                key={step.name}
                to={step.to}
                icon={isDone ? CircleCheck : CircleDashed}
                label={t(`admin.firstSteps.${step.name}.title`)}
                hint={t(`admin.firstSteps.${step.name}.text`)}
                aside={
                  isDone ? (
                    <span className="text-sm text-success">{t("admin.firstSteps.isDone")}</span>
                  ) : null
                }
              />
            );
          })}
        </LinkRows>
      </Card>
    </Section>
  );
}
