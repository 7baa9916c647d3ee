import { useState } from "react";
import { useFormat } from "@/lib/format-context.tsx";
import { useTranslation } from "@/lib/i18n/index.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { ActButton } from "./import-acts.tsx";
import { KINDS } from "./kinds.ts";
import { type Import, type OnDuplicate, useCommitImport } from "./queries.ts";

interface CommitProps {
  shown: Import;
  /** Whether the columns were changed after the check. */
  isChanged: boolean;
}

/** Starts a checked import; with duplicates, the person chooses what becomes of them. */
export function Commit({ shown, isChanged }: CommitProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>(shown.onDuplicate);
  const ofKind = shown.kind === "users" ? "users" : "books";
  const wordsOf = (choice: "skip" | "update") => t(`imports.kinds.${ofKind}.${choice}`);
  const commit = useAction(useCommitImport(shown._id), { failed: t("imports.actFailed") });
  return (
    <Card>
      <div className="flex flex-col gap-5">
        {shown.duplicates > 0 && KINDS[shown.kind].choices.length > 1 ? (
          <fieldset className="flex flex-col gap-2.5">
            <legend className="mb-2 font-medium text-md">
              {t(`imports.kinds.${ofKind}.onDuplicate`)}
            </legend>
            {KINDS[shown.kind].choices.map((choice) => (
              <label
                key={choice}
                className="flex min-h-6 items-start gap-2.5 text-md touch:min-h-11"
              >
                <input
                  type="radio"
                  name="onDuplicate"
                  value={choice}
                  checked={onDuplicate === choice}
                  onChange={() => setOnDuplicate(choice)}
                  className="mt-1 size-4 shrink-0 accent-primary"
                />
                {choice === "add" ? t("imports.addAnother") : wordsOf(choice)}
              </label>
            ))}
            {shown.kind === "books" ? (
              <p className="text-sm text-subtle">{t("imports.repeated")}</p>
            ) : null}
          </fieldset>
        ) : null}
        {shown.valid === 0 && shown.rejected > 0 ? (
          <p className="text-md">{t("imports.allRejected")}</p>
        ) : null}
        <div className="flex flex-wrap gap-3">
          {shown.valid > 0 ? (
            <Button
              pending={commit.pending}
              disabledReason={isChanged ? t("imports.checkFirst") : undefined}
              onClick={() => void commit.run(onDuplicate)}
            >
              {t("imports.commit", { count: shown.valid, number: format.count(shown.valid) })}
            </Button>
          ) : null}
          <ActButton shown={shown} act="cancel" />
        </div>
      </div>
    </Card>
  );
}
