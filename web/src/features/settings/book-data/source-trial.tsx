import { useState } from "react";
import { call } from "@/api/client.ts";
import type { ApiError } from "@/api/errors.ts";
import type { Shape } from "@/api/shapes.ts";
import { useChange } from "@/api/use-change.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { BOOK_SOURCE_TRIAL_FORM } from "@/lib/limits.ts";
import { useAction } from "@/parts/action/use-action.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { type EditedSource, sent } from "./source-list.ts";

type Answer = Shape<"BookSourceAnswer">;

/** Asks a source for a number, as it is in the form now. */
export function SourceTrial({ source, name }: { source: EditedSource; name: string }) {
  const { t } = useTranslation();
  const [isbn, setIsbn] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const trial = useChange({
    call: async (form: Shape<"BookSourceTrialForm">) =>
      (await call("POST", "/admin/settings/book-data/try", { body: form })).data,
    changes: "trial",
  });
  const action = useAction(trial, {
    done: (given) => {
      setAnswer(given);
      return null;
    },
    failed: t("settings.bookData.tryFailed"),
    refused: (error) => firstProblem(error) ?? false,
    shows: "problem",
  });
  const ask = () => {
    setAnswer(null);
    void action.run({ source: sent(source), isbn });
  };
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-60 max-w-full">
          <TextInput
            label={t("settings.bookData.tryIsbn")}
            aria-label={t("settings.bookData.tryIsbnOf", { name })}
            unmarked
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            maxLength={BOOK_SOURCE_TRIAL_FORM.isbn.max}
            value={isbn}
            onChange={({ target }) => setIsbn(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // Enter asks the source; it does not save the section.
              event.preventDefault();
              ask();
            }}
          />
        </div>
        <Button variant="secondary" pending={action.pending} onClick={ask}>
          {t("settings.bookData.try")}
        </Button>
      </div>
      {action.problem ? <Banner tone="danger">{action.problem}</Banner> : null}
      {answer ? <TrialAnswer answer={answer} /> : null}
    </div>
  );
}

function TrialAnswer({ answer: { state, problem, found } }: { answer: Answer }) {
  const { t } = useTranslation();
  if (found) {
    const { title, author } = found.draft;
    return (
      <Banner tone="success">
        {t("settings.bookData.tryFound", { title: title ?? "", author: author ?? "" })}
      </Banner>
    );
  }
  if (state === "nothing") return <Banner tone="info">{t("settings.bookData.tryNothing")}</Banner>;
  return (
    <Banner tone="warning">
      {problem
        ? t(`settings.bookData.problems.${problem.code}`, { detail: problem.detail ?? "" })
        : t("settings.bookData.tryFailed")}
    </Banner>
  );
}

/** The message about the first invalid field. */
function firstProblem(error: ApiError): string | undefined {
  return error.errors[0]?.message;
}
