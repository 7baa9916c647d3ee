import { useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, hasGeneralToast, messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { type Form, useForm } from "@/lib/use-form.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { CurrencySelect } from "@/ui/currency-select.tsx";
import { DocumentTitle } from "@/ui/document-title.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { PasswordRules } from "@/ui/password-rules.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { TimeZoneInput } from "@/ui/time-zone-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { WeekdayBoxes } from "@/ui/weekday-boxes.tsx";
import {
  type Draft,
  forgetDraft,
  problemsOf,
  rulesOf,
  STEPS,
  type Step,
  stepOf,
  storeDraft,
  storedDraft,
  toSetup,
} from "./draft.ts";
import { LengthInput } from "./length-input.tsx";
import { useSetUp } from "./queries.ts";

interface SetupWizardProps {
  token: string;
  currencies: readonly string[];
  /** The library is set up: the screen is finished. */
  onDone: () => void;
}

/** The steps of the setup; the server stores nothing before the last step. */
export function SetupWizard({ token, currencies, onDone }: SetupWizardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = useAddress();
  const step = choiceOf(address.query, "step", STEPS, "library");
  const place = STEPS.indexOf(step);
  const setUp = useSetUp();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Draft>({
    initial: storedDraft(),
    check: (draft) => problemsOf(step, draft),
    onSubmit: (draft) => void proceed(draft),
  });
  useEffect(() => storeDraft(form.values), [form.values]);
  const heading = useFocusOnChange(step);

  const goTo = (next: Step) =>
    void navigate({ search: next === "library" ? "" : `?step=${next}`, hash: `#${token}` });

  const proceed = async (draft: Draft) => {
    setProblem(null);
    const following = STEPS[place + 1];
    // A person who opens a later step by its address must complete the earlier ones first.
    const missing = STEPS.find((one) => Object.values(problemsOf(one, draft)).some(Boolean));
    const next = following ?? missing;
    if (next) {
      goTo(next);
      return;
    }
    try {
      await setUp.mutateAsync(toSetup(token, draft));
      forgetDraft();
      onDone();
      notify.success(t("setup.done"));
      void navigate("/admin", { replace: true });
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors : [];
      const refused = errors.map(({ field }) => stepOf(field)).find((one) => one !== undefined);
      if (refused) {
        form.refuse({ errors });
        goTo(refused);
      } else if (!hasGeneralToast(error)) {
        setProblem(messageOf(error, t("setup.failed")));
      }
    }
  };

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
      <form {...form.props} className="flex flex-col gap-6">
        {problem ? (
          <Banner tone="danger" focus>
            {problem}
          </Banner>
        ) : null}
        <Fields step={step} form={form} currencies={currencies} />
        <div className="flex flex-wrap justify-between gap-3 border-line border-t pt-6">
          {place > 0 ? (
            <Button
              variant="secondary"
              size="lg"
              onClick={() => goTo(STEPS[place - 1] ?? "library")}
            >
              {t("setup.back")}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" size="lg" pending={setUp.isPending}>
            {t(step === "books" ? "setup.finish" : "setup.continue")}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** The heading of a step takes the focus when the step changes, as that of a page does. */
function useFocusOnChange(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}

interface FieldsProps {
  step: Step;
  form: Form<Draft>;
  currencies: readonly string[];
}

function Fields({ step, form, currencies }: FieldsProps) {
  const { t } = useTranslation();
  const rulesId = useId();
  switch (step) {
    case "library":
      return (
        <>
          <TextInput
            size="tall"
            label={t("setup.library.name")}
            hint={t("setup.library.nameHint")}
            {...form.text("libraryName")}
          />
          <TimeZoneInput
            size="tall"
            label={t("setup.library.timeZone")}
            hint={t("setup.library.timeZoneHint")}
            {...form.text("timeZone")}
          />
          <CurrencySelect
            label={t("setup.library.currency")}
            hint={t("setup.library.currencyHint")}
            name="currency"
            codes={currencies}
            value={form.values.currency}
            error={form.error("currency")}
            onValueChange={(currency) => form.set("currency", currency)}
          />
        </>
      );
    case "opening":
      return (
        <WeekdayBoxes
          legend={t("setup.opening.legend")}
          hint={t("setup.opening.hint")}
          name="closedWeekdays"
          chosen={form.values.closedWeekdays}
          error={form.error("closedWeekdays")}
          onChange={(closed) => form.set("closedWeekdays", closed)}
        />
      );
    case "administrator":
      return (
        <>
          <TextInput
            size="tall"
            label={t("auth.person.name")}
            autoComplete="name"
            {...form.text("name")}
          />
          <TextInput
            size="tall"
            label={t("auth.person.email")}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.text("email")}
          />
          <div className="flex flex-col gap-2.5">
            <PasswordInput
              size="tall"
              label={t("auth.person.password")}
              autoComplete="new-password"
              describedBy={rulesId}
              {...form.text("password")}
            />
            <PasswordRules
              id={rulesId}
              password={form.values.password}
              rules={rulesOf(form.values)}
            />
          </div>
          <PasswordInput
            size="tall"
            label={t("auth.person.confirmPassword")}
            autoComplete="new-password"
            {...form.text("confirmPassword")}
          />
          <fieldset className="flex flex-col gap-5 border-line border-t pt-5">
            <legend className="sr-only">{t("setup.administrator.rules")}</legend>
            <p aria-hidden="true" className="font-medium text-ink text-md">
              {t("setup.administrator.rules")}
            </p>
            <LengthInput
              label={t("setup.administrator.leastLength")}
              hint={t("setup.administrator.leastLengthHint")}
              {...form.number("leastPasswordLength")}
            />
            <Checkbox
              label={t("setup.administrator.passphrases")}
              hint={t("setup.administrator.passphrasesHint")}
              {...form.box("passphrases")}
            />
          </fieldset>
        </>
      );
    case "books":
      return (
        <ul className="flex list-disc flex-col gap-3 ps-5 marker:text-subtle">
          <li className="ps-1">{t("setup.books.form")}</li>
          <li className="ps-1">{t("setup.books.program")}</li>
          <li className="ps-1">{t("setup.books.people")}</li>
          <li className="ps-1">{t("setup.books.rules")}</li>
        </ul>
      );
  }
}
