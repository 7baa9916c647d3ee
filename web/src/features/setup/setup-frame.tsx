import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "@/lib/i18n/index.ts";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { STEPS } from "./draft.ts";

interface SetupFrameProps {
  step: (typeof STEPS)[number];
  children: ReactNode;
}

/** The steps of the set-up, and the heading of the current one. */
export function SetupFrame({ step, children }: SetupFrameProps) {
  const { t } = useTranslation();
  const place = STEPS.indexOf(step);
  const heading = useFocusOnChange(step);
  return (
    <div className="page-gutter mx-auto flex w-full max-w-2xl flex-1 flex-col gap-8 py-10 sm:py-16">
      <DocumentTitle title={t(`setup.${step}.title`)} />
      <ol aria-label={t("setup.steps")} className="grid grid-cols-4 gap-2">
        {STEPS.map((one, index) => (
          <li
            key={one}
            aria-current={one === step ? "step" : undefined}
            className={`border-t-3 pt-2 text-sm ${index <= place ? "border-primary-fill text-ink" : "border-line text-subtle"} ${one === step ? "font-semibold" : ""}`}
          >
            <span className={one === step ? "" : "max-sm:sr-only"}>{t(`setup.${one}.step`)}</span>
          </li>
        ))}
      </ol>
      <header className="flex flex-col gap-2">
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-balance font-medium font-serif text-2xl outline-none sm:text-3xl"
        >
          {t(`setup.${step}.title`)}
        </h1>
        <p className="text-pretty text-muted">{t(`setup.${step}.text`)}</p>
      </header>
      {children}
    </div>
  );
}

/** Moves the focus to the heading when the step changes, as after a navigation. */
function useFocusOnChange(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The last step replaces the form and is a new component, so it takes the focus when it mounts.
  const shown = useRef(step === "books" ? "" : step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
