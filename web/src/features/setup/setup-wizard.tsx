import { useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, hasGeneralToast, messageOf } from "@/api/errors.ts";
import { useTranslation } from "@/lib/i18n/index.ts";
import { choiceOf, useAddress } from "@/lib/use-address.ts";
import { type Form, useForm } from "@/lib/use-form.ts";
import { Banner } from "@/ui/banner.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { CurrencySelect } from "@/ui/currency-select.tsx";
import { LanguageField } from "@/ui/language-field.tsx";
import { PasswordInput } from "@/ui/password-input.tsx";
import { PasswordRules } from "@/ui/password-rules.tsx";
import { Select } from "@/ui/select.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import { TimeZoneInput } from "@/ui/time-zone-input.tsx";
import { notify } from "@/ui/toast/notify.ts";
import { WeekdayBoxes } from "@/ui/weekday-boxes.tsx";
import {
  type Draft,
  FORM_STEPS,
  type FormStep,
  forgetDraft,
  HOME_FIGURES,
  problemsOf,
  rulesOf,
  stepOf,
  storeDraft,
  storedDraft,
  toSetup,
} from "./draft.ts";
import { LengthInput } from "./length-input.tsx";
import type { useSetUp } from "./queries.ts";
import { SetupFrame } from "./setup-frame.tsx";

interface SetupWizardProps {
  token: string;
  currencies: readonly string[];
  setUp: ReturnType<typeof useSetUp>;
}

/** The steps of the set-up; the server stores nothing before the last one with fields. */
export function SetupWizard({ token, currencies, setUp }: SetupWizardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = useAddress();
  const step = choiceOf(address.query, "step", FORM_STEPS, "library");
  const place = FORM_STEPS.indexOf(step);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Draft>({
    initial: storedDraft(),
    check: (draft) => problemsOf(step, draft),
    onSubmit: (draft) => void proceed(draft),
  });
  useEffect(() => storeDraft(form.values), [form.values]);

  const goTo = (next: FormStep) =>
    void navigate({ search: next === "library" ? "" : `?step=${next}`, hash: `#${token}` });

  const proceed = async (draft: Draft) => {
    setProblem(null);
    const following = FORM_STEPS[place + 1];
    // A later step that is opened by its address requires the earlier ones first.
    const missing = FORM_STEPS.find((one) => Object.values(problemsOf(one, draft)).some(Boolean));
    const next = following ?? missing;
    if (next) {
      goTo(next);
      return;
    }
    try {
      await setUp.mutateAsync(toSetup(token, draft));
      forgetDraft();
      notify.success(t("setup.done"));
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors : [];
      const refused = errors.map(({ field }) => stepOf(field)).find((one) => one !== undefined);
      if (refused) {
        form.refuse({ errors });
        if (refused !== step) goTo(refused);
      } else if (!hasGeneralToast(error)) {
        setProblem(messageOf(error, t("setup.failed")));
      }
    }
  };

  return (
    <SetupFrame step={step}>
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
              onClick={() => goTo(FORM_STEPS[place - 1] ?? "library")}
            >
              {t("setup.back")}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" size="lg" pending={setUp.isPending}>
            {t(step === "administrator" ? "setup.finish" : "setup.continue")}
          </Button>
        </div>
      </form>
    </SetupFrame>
  );
}

interface FieldsProps {
  step: FormStep;
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
            announce={(count) => t("setup.library.zonesFound", { count })}
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
          <LanguageField
            label={t("setup.library.language")}
            hint={t("setup.library.languageHint")}
            name="language"
            value={form.values.language}
            error={form.error("language")}
            onValueChange={(language) => form.set("language", language)}
          />
          <Select
            label={t("setup.library.figures")}
            hint={t("setup.library.figuresHint")}
            name="homeFigures"
            optional={false}
            options={HOME_FIGURES.map((value) => ({
              value,
              label: t(`setup.library.figuresChoice.${value}`),
            }))}
            value={form.values.homeFigures}
            error={form.error("homeFigures")}
            onValueChange={(figures) => form.set("homeFigures", figures)}
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
  }
}
